import { expect, it } from 'vitest';
import { isOlder } from './current.ts';

it.each([
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.1.1', true],
  ['0.1.1', '0.1.0', false],
  ['0.9.0', '0.10.0', true],
  ['0.10.0', '0.9.9', false],
  ['1.0.0', '0.99.99', false],
  ['0.2.0-beta.1', '0.2.0', false],
  ['', '0.1.0', false],
])('%s before %s: %s', (one, other, answer) => {
  expect(isOlder(one, other)).toBe(answer);
});
