import { expect, it } from 'vitest';
import { didYouMean, nearest } from './nearest.ts';

it.each<[string, string[], string[]]>([
  ['raed', ['read', 'write'], ['read']],
  ['recu', ['recursive', 'depth'], ['recursive']],
  ['zzz', ['read', 'write'], []],
  ['writ', ['wait', 'write'], ['write', 'wait']],
  ['READ', ['read'], ['read']],
  ['read', ['read', 'reads'], ['reads']],
])('%s means %j of which %j', (word, candidates, expected) => {
  expect(nearest(word, candidates)).toEqual(expected);
});

it('asks for the nearest candidate, or says something else where none is near', () => {
  expect(didYouMean('raed', ['read', 'write'], 'See: help')).toBe('Did you mean read?');
  expect(didYouMean('zzz', ['read', 'write'], 'See: help')).toBe('See: help');
  expect(didYouMean('writ', ['wait', 'write'], '', { most: 3, write: (word) => `--${word}` })).toBe(
    'Did you mean --write or --wait?',
  );
});
