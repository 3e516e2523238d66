import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, plainText, span } from '../text/span.ts';
import { lineWidth } from '../text/wrap.ts';
import { appliedDiff, editDiff, unifiedDiff, writtenFile } from './diff.ts';
import { wordMarks } from './word-marks.ts';

const wide = { columns: 80 };
const text = (rows: readonly Line[]) => rows.map(plainText);
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

describe('editDiff', () => {
  it('shows the path, then what went and what came', () => {
    const before = 'const DEFAULT_MAX_TOKENS = 4096;';
    const after = 'const maxTokens = getModelMaxOutput(modelId);';
    expect(text(editDiff('src/provider.ts', before, after, wide))).toEqual([
      '    │ src/provider.ts',
      '    │ - const DEFAULT_MAX_TOKENS = 4096;',
      '    │ + const maxTokens = getModelMaxOutput(modelId);',
    ]);
  });

  it('shows nothing where nothing changed', () => {
    expect(editDiff('a', 'same\n', 'same\n', wide)).toEqual([]);
  });

  it('shows one region, without the lines around it', () => {
    expect(text(editDiff('a', 'one\ntwo\nthree\nfour\n', 'one\n2\nthree\nIV\nfour\n', { ...wide, indent: 0 }))).toEqual(
      ['│ a', '│ - two', '│ - three', '│ + 2', '│ + three', '│ + IV'],
    );
  });

  it('shows ten lines, and of more the first eight and how many there are', () => {
    const rows = (count: number, all = false) =>
      text(writtenFile('a', numbered(count).join('\n'), { columns: 80, all }));
    expect(rows(10)).toHaveLength(11);
    expect(rows(11)).toEqual([
      '    │ a',
      ...numbered(8).map((line, index) => `    │ ${index + 1} + ${line}`),
      '    │ ... and 3 more lines',
    ]);
    expect(rows(500, true)).toHaveLength(501);
  });

  it('marks the words that changed', () => {
    expect(editDiff('a', 'let x = one(2);', 'let x = two(2);', { ...wide, indent: 0 }).slice(1)).toEqual([
      [
        span('│ ', { role: 'muted' }),
        span('- ', { role: 'removed' }),
        span('let x = ', { role: 'removed' }),
        span('one', { role: 'removedWord' }),
        span('(2);', { role: 'removed' }),
      ],
      [
        span('│ ', { role: 'muted' }),
        span('+ ', { role: 'added' }),
        span('let x = ', { role: 'added' }),
        span('two', { role: 'addedWord' }),
        span('(2);', { role: 'added' }),
      ],
    ]);
  });

  it('marks a line of which the new one is not shown', () => {
    const changed = (word: string) => numbered(9).map((line) => `${line} ${word} and the rest`);
    const rows = editDiff('a', changed('old').join('\n'), changed('new').join('\n'), wide);
    expect(rows[1]).toContainEqual(span('old', { role: 'removedWord' }));
    expect(text(rows).at(-1)).toBe('    │ ... and 10 more lines');
  });

  it('cuts long lines, and shows the whole of them where all is asked for', () => {
    const options = { columns: 24, indent: 2 };
    expect(text(editDiff('a', '', 'some words that are too long', options))[1]).toBe('  │ + some words that a…');
    expect(text(editDiff('a', '', 'some words that are too long', { ...options, all: true })).slice(1)).toEqual([
      '  │ + some words that ',
      '  │   are too long',
    ]);
  });

  it('shows what cannot be seen', () => {
    const rows = (before: string, after: string) => text(editDiff('a', before, after, { ...wide, indent: 0 })).slice(1);
    expect(rows('a', 'a\n')).toEqual(['│ only the line break at the end differs']);
    expect(rows('a\r\nb', 'a\nb')).toEqual(['│ - a␍', '│ + a']);
    const unified = '--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\r\n+a\n';
    expect(unifiedDiff(unified, { columns: 40, indent: 0 }).map(plainText).slice(-2)).toEqual(['│ 1 - a␍', '│ 1 + a']);
    expect(rows('', '\tx\u001b[31m\r\n')).toEqual(['│ +     x']);
  });

  it('fits into the columns, whatever is in it', () => {
    const any = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(any, any, fc.integer({ min: 12, max: 90 }), fc.boolean(), (before, after, columns, all) => {
        for (const row of editDiff('some/path.ts', before, after, { columns, all })) {
          expect(lineWidth(row)).toBeLessThanOrEqual(columns);
          expect(plainText(row)).not.toMatch(/\p{Control}/u);
        }
      }),
    );
  });
});

describe('appliedDiff', () => {
  const unified =
    'Edited f\n--- f\n+++ f\n@@ -8,3 +8,4 @@\n same\n-old\n+new\n+more\n same\n@@ -120,1 +121,1 @@\n-last\n+end\n';

  it('shows what went and what came by the numbers of their lines, without the lines around', () => {
    expect(appliedDiff('f', unified, { ...wide, indent: 0 })?.map(plainText)).toEqual([
      '│ f',
      '│   9 - old',
      '│   9 + new',
      '│  10 + more',
      '│ 120 - last',
      '│ 121 + end',
    ]);
  });

  it('leaves the numbers out of a narrow window', () => {
    expect(appliedDiff('f', unified, { columns: 20, indent: 0 })?.map(plainText)[1]).toBe('│ - old');
  });

  it('shows nothing of a diff that was cut or changes no line', () => {
    expect(appliedDiff('f', `${unified}… 5 more lines`, wide)).toBeUndefined();
    expect(appliedDiff('f', 'Edited f', wide)).toBeUndefined();
  });
});

describe('unifiedDiff', () => {
  it('shows the preview of an edit', () => {
    expect(text(unifiedDiff('/src/a.ts\n- one\n+ two\n+ ++ three\n', wide))).toEqual([
      '    │ /src/a.ts',
      '    │ - one',
      '    │ + two',
      '    │ + ++ three',
    ]);
  });

  it('marks that there are lines between two hunks, and counts what was left out of the last', () => {
    const diff = '--- a\n+++ a\n@@ -1,1 +1,1 @@\n-one\n+1\n@@ -90,9 +90,0 @@\n-ninety\n... and 8 more lines\n';
    expect(text(unifiedDiff(diff, { columns: 80, indent: 0, all: true }))).toEqual([
      '│ a',
      '│  1 - one',
      '│  1 + 1',
      '│ ⋮',
      '│ 90 - ninety',
      '│ ... and 8 more lines',
    ]);
  });

  it('counts what the preview has left out already', () => {
    const preview = ['/a', ...numbered(400).map((line) => `+ ${line}`), '... and 100 more lines'].join('\n');
    expect(text(unifiedDiff(preview, wide)).slice(-2)).toEqual(['    │ + line 8', '    │ ... and 492 more lines']);
    expect(text(unifiedDiff(preview, { ...wide, all: true })).slice(-2)).toEqual([
      '    │ + line 400',
      '    │ ... and 100 more lines',
    ]);
  });

  it('shows a diff of several files as git writes it', () => {
    const diff = `diff --git a/one.sql b/one.sql
index 1..2 100644
--- a/one.sql
+++ b/one.sql
@@ -1,3 +1,2 @@ select
 same
--- a comment
-old
+new
\\ No newline at end of file
diff --git a/gone b/gone
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-last
`;
    expect(text(unifiedDiff(diff, { columns: 80, indent: 0 }))).toEqual([
      '│ one.sql',
      '│ 1   same',
      '│ 2 - -- a comment',
      '│ 3 - old',
      '│ 2 + new',
      '│ gone',
      '│ 1 - last',
    ]);
  });
});

describe('wordMarks', () => {
  const changed = (before: string, after: string) => {
    const marks = wordMarks(before, after);
    const of = (pieces: NonNullable<typeof marks>['before']) =>
      pieces.filter(({ isChanged }) => isChanged).map((piece) => piece.text);
    return marks && [of(marks.before), of(marks.after)];
  };

  it.each<[string, string, unknown]>([
    [
      'a b c d e',
      'a x c y e',
      [
        ['b', 'd'],
        ['x', 'y'],
      ],
    ],
    ['return foo bar baz;', 'return baz;', [['foo bar '], []]],
    ['call(one, two)', 'call(one, two, three)', [[], [', three']]],
    ['안녕 세상 여러분', '안녕 친구 여러분', [['세상'], ['친구']]],
    ['nothing alike', 'entirely other words', undefined],
  ])('%s → %s', (before, after, marks) => {
    expect(changed(before, after)).toEqual(marks);
  });

  it('keeps both texts whole', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 30 }), fc.lorem({ maxCount: 30 }), (before, after) => {
        const marks = wordMarks(before, after);
        if (!marks) return;
        expect(marks.before.map((piece) => piece.text).join('')).toBe(before);
        expect(marks.after.map((piece) => piece.text).join('')).toBe(after);
      }),
    );
  });

  it('marks the middle as one where lines are huge', () => {
    const words = (letter: string) => Array.from({ length: 400 }, (_, index) => `${letter}${index % 7}`).join(' ');
    const kept = 'k'.repeat(3000);
    expect(changed(`${kept} ${words('a')} end`, `${kept} ${words('b')} end`)).toEqual([[words('a')], [words('b')]]);
  });
});
