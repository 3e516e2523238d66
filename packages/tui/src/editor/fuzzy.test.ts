import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzy } from './fuzzy.ts';

const best = (query: string, ...candidates: readonly string[]) =>
  fuzzy(query, candidates).map(({ candidate }) => candidate);

/** The candidate with what was asked for in brackets. */
function marked(query: string, candidate: string): string | undefined {
  const [match] = fuzzy(query, [candidate]);
  return (
    match &&
    Array.from({ length: candidate.length }, (_, place) =>
      match.positions.includes(place) ? `[${candidate[place]}]` : candidate[place],
    ).join('')
  );
}

describe('fuzzy matching', () => {
  it.each([
    ['letters in a row before those apart', 'edit', ['src/editor.ts', 'src/e/d/i/t.ts']],
    ['the name before the folder', 'state', ['src/editor/state.ts', 'src/state/rows.ts']],
    ['the start of the name before its middle', 'key', ['src/keymap.ts', 'src/monkey.ts']],
    ['starts of words', 'kmt', ['src/keys/keymap.test.ts', 'packages/kinematic.js']],
    ['humps', 'htp', ['HistoryTokenPicker.ts', 'whitespace.ts']],
    ['the shorter of equals', 'a', ['a.ts', 'a.test.ts']],
    ['capitals as small letters', 'README', ['readme.md']],
    ['with spaces between', 'src key', ['src/keys/key.ts']],
    ['Korean', '문서', ['기획/문서.md', '문/기획서.md']],
    ['Korean in pieces', '문서', ['기획/문서.md'.normalize('NFD')]],
  ])('%s', (_, query, candidates) => {
    expect(best(query, ...candidates.toReversed())).toEqual(candidates);
  });

  it('leaves out what does not hold the letters in their order', () => {
    expect(best('ba', 'abc', 'bca', 'xyz')).toEqual(['bca']);
  });

  it('gives all for an empty query, as they are, and no more than asked for', () => {
    expect(best('', 'b', 'a')).toEqual(['b', 'a']);
    expect(fuzzy('', ['a', 'b'], 1)).toHaveLength(1);
    expect(fuzzy('x', ['x1', 'x2'], 1)).toHaveLength(1);
  });

  it('marks what was asked for where it counts most', () => {
    expect(marked('state', 'src/state/estate.ts')).toBe('src/state/e[s][t][a][t][e].ts');
    expect(marked('st', 'src/test/state.ts')).toBe('src/test/[s][t]ate.ts');
    expect(marked('kmt', 'keys/keymap.test.ts')).toBe('keys/[k]ey[m]ap.[t]est.ts');
    expect(marked('İx', 'aİx')).toBeUndefined();
  });

  it('marks letters of the query in their order, each once', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', 'B', '/', '_', '.') });
    fc.assert(
      fc.property(text, text, (query, candidate) => {
        const wanted = query.toLowerCase();
        const holds = new RegExp(Array.from(wanted, (letter) => letter.replace(/[/.]/, '\\$&')).join('.*')).test(
          candidate.toLowerCase(),
        );
        const [match] = fuzzy(query, [candidate]);
        expect(match !== undefined).toBe(holds);
        const positions = match?.positions ?? [];
        expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
        expect(positions.map((place) => candidate[place]?.toLowerCase()).join('')).toBe(match ? wanted : '');
      }),
      { numRuns: 2000 },
    );
  });
});
