import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { tokenize } from './tokenize.ts';
import { quoteWord } from './token.ts';

import fc from 'fast-check';

it.each([
  ['plain.txt', 'plain.txt'],
  ['', "''"],
  ['two words', "'two words'"],
  ["it's", '"it\'s"'],
  [String.raw`a\b'c`, String.raw`$'a\\b\'c'`],
  ['--flag', "'--flag'"],
  ['@file', "'@file'"],
  ['a\nb', String.raw`$'a\nb'`],
  ['$HOME', "'$HOME'"],
])('quotes %j as %s', (text, quoted) => {
  expect(quoteWord(text)).toBe(quoted);
});

it('gives a word that our grammar reads back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(tokenize(quoteWord(text)).tokens.map((token) => token.text)).toEqual([text]);
    }),
    { numRuns: 2000 },
  );
});

it('gives a word that bash reads back as it was', () => {
  const texts = fc.sample(
    fc.string({ unit: fc.constantFrom(...Array.from(`ab '"\\$\`!*?~#&|;<>(){}[]\n\t=%-@é`)), maxLength: 12 }),
    300,
  );
  const script = texts.map((text) => `printf '%s\\0' ${quoteWord(text)}`).join('\n');
  const printed = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  expect(printed).toEqual(texts);
});
