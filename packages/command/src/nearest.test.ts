import { expect, it } from 'vitest';
import { nearest } from './nearest.ts';

it.each<[string, string[], string[]]>([
  ['raed', ['read', 'write'], ['read']],
  ['recu', ['recursive', 'depth'], ['recursive']],
  ['zzz', ['read', 'write'], []],
  ['writ', ['wait', 'write'], ['write', 'wait']],
  ['READ', ['read'], ['read']],
])('%s means %j of which %j', (word, candidates, expected) => {
  expect(nearest(word, candidates)).toEqual(expected);
});
