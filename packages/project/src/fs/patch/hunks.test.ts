import { createTwoFilesPatch } from 'diff';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyHunks } from './hunks.ts';
import { parsePatch } from './parse.ts';

const line = fc.constantFrom(
  '',
  'a',
  'b',
  '}',
  '- ',
  '-- ',
  '+ x',
  '@@ -1 +1 @@',
  '\\ no',
  ' in',
  '\t',

  'ä',
);
const ending = fc.constantFrom('\n', '\r\n');
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean(), ending)
  .map(([lines, closed, end]) => lines.join(end) + (closed && lines.length > 0 ? end : ''));

function apply(before: string, patch: string, reverse: boolean): string {
  const [change] = parsePatch(patch, { reverse }).changes;
  return applyHunks(before, change?.hunks ?? [], 'x').text;
}

it('turns the one text into the other with their diff, and back', () => {
  fc.assert(
    fc.property(text, text, fc.nat(4), (before, after, context) => {
      fc.pre(before !== after);
      const patch = createTwoFilesPatch('a/x', 'b/x', before, after, undefined, undefined, { context });
      expect(apply(before, patch, false)).toBe(after);
      expect(apply(after, patch, true)).toBe(before);
    }),
    { numRuns: 500 },
  );
});

it('finds all hunks again below lines that were put above', () => {
  const numbers = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);
  const changed = numbers.with(3, 'three\n').with(30, 'thirty\n');
  const patch = createTwoFilesPatch('x', 'x', numbers.join(''), changed.join(''));
  const [change] = parsePatch(patch, { reverse: false }).changes;
  expect(applyHunks(`new\n${numbers.join('')}`, change?.hunks ?? [], 'x')).toEqual({
    text: `new\n${changed.join('')}`,
    offsets: [
      { hunk: 1, lines: 1 },
      { hunk: 2, lines: 1 },
    ],
  });
});

it('applies a patch of very many lines', () => {
  const many = Array.from({ length: 300_000 }, (_, index) => `+${index}`).join('\n');
  const patch = `--- /dev/null\n+++ b/x\n@@ -0,0 +1,300000 @@\n${many}\n`;
  expect(apply('', patch, false)).toHaveLength(many.length + 1 - 300_000);
});
