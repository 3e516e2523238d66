import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference } from './difference.ts';

describe('the difference of two reads', () => {
  it('is empty when nothing is another', () => {
    expect(difference('a\n  b', 'a\n  b')).toEqual({ lines: [], added: 0, removed: 0, changed: 0 });
    expect(difference('', '')).toEqual({ lines: [], added: 0, removed: 0, changed: 0 });
  });

  it('tells an element that says something else from one that is new, and passes over one that only moved', () => {
    const before = 'main:\n  button "A" [el1]\n  button "B" [el2]\n  text "x"';
    const now = 'main:\n  text "y"\n  button "B" [el2]\n  button "A" [el1 disabled]\n  button "A" [el3]';
    expect(difference(before, now)).toEqual({
      lines: ['+ text "y"', '- text "x"', '~ button "A" [el1 disabled] (was button "A" [el1])', '+ button "A" [el3]'],
      added: 2,
      removed: 1,
      changed: 1,
    });
  });

  it('leads from any text to any other, with as few lines as there must be', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, now) => {
        const { added, removed, lines: said } = difference(before.join('\n'), now.join('\n'));
        expect(now.length - before.length).toBe(added - removed);
        expect(said.length).toBe(added + removed);
        expect(added + removed).toBe(before.length + now.length - 2 * longestCommon(before, now));
      }),
    );
  });

  it('of large texts that have nothing in common is found at once', () => {
    const text = (word: string) => Array.from({ length: 5_000 }, (_, index) => `${word} ${index}`).join('\n');
    expect(difference(text('a'), text('b'))).toMatchObject({ added: 5_000, removed: 5_000, changed: 0 });
  });
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = [0, ...b.map(() => 0)];
  for (const each of a) {
    const next = [0];
    b.forEach((other, index) => {
      next.push(each === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}
