import { describe, expect, it } from 'vitest';
import { inexactNumberIn } from './exact-numbers.ts';

describe('a number that would become another', () => {
  it.each([
    '9007199254740993',
    '9007199254740993.0',
    '-9007199254740993.000',
    '9.007199254740993e15',
    '900719925474099.3E1',
    '1e400',
    '-1e400',
    '1e-400',
    '9007199254740992.5',
    '123456789012345678901234567890',
  ])('is found: %s', (written) => {
    expect([inexactNumberIn(written), inexactNumberIn(`{"a":[${written}]}`)]).toEqual([written, written]);
  });

  it.each(['9007199254740992', '1e23', '0.1', '19.99', '1e3', '0e400', '9007199254740991.0', '1E15', '-0.0', '5e-324'])(
    'is not %s',
    (written) => {
      expect(inexactNumberIn(`[${written}]`)).toBe(undefined);
    },
  );

  it.each([
    '{"a":"9007199254740993","b":"x 1e400"}',
    '["\\"9007199254740993",1]',
    '["\\\\",1,"9007199254740993"]',
    JSON.stringify(`${'\n'.repeat(3_000_000)}9007199254740993`),
  ])('is not in a text: %.40s', (written) => {
    expect(inexactNumberIn(written)).toBe(undefined);
  });

  it('is found behind texts', () => {
    expect(inexactNumberIn(JSON.stringify(['\n'.repeat(3_000_000), '\\', '"']).replace(']', ',1e400]'))).toBe('1e400');
  });
});
