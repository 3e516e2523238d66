import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '../text/span.ts';
import { lineWidth } from '../text/wrap.ts';
import { width } from '../text/width.ts';
import { attachImage, insert, paste } from './edits.ts';
import { layout } from './layout.ts';
import { rowDown, rowEnd, rowStart, rowUp } from './rows.ts';
import { EMPTY_EDITOR, type EditorState, labelledText, moveTo, setText } from './state.ts';

const typed = (text: string, caret = text.length) => moveTo(setText(EMPTY_EDITOR, text), caret);
const shown = (state: EditorState, columns: number, promptWidth = 2) => {
  const { rows, caret } = layout(state, { columns, promptWidth });
  return { rows: rows.map(plainText), caret };
};

describe('the rows of the input', () => {
  it.each([
    ['nothing', '', 20, [''], { row: 0, cell: 2 }],
    ['a word', 'hello', 20, ['hello'], { row: 0, cell: 7 }],
    ['Korean', '한국어', 20, ['한국어'], { row: 0, cell: 8 }],
    ['a family', '👩‍👩‍👧x', 20, ['👩‍👩‍👧x'], { row: 0, cell: 5 }],
    ['a flag', '🇰🇷', 20, ['🇰🇷'], { row: 0, cell: 4 }],
    ['an accent', 'e\u0301', 20, ['e\u0301'], { row: 0, cell: 3 }],
    ['lines', 'a\nbc\n', 20, ['a', 'bc', ''], { row: 2, cell: 2 }],
    ['a full row', 'abcdefg', 10, ['abcdefg'], { row: 0, cell: 9 }],
    ['one more', 'abcdefgh', 10, ['abcdefg', 'h'], { row: 1, cell: 3 }],
    ['words', 'one two three', 10, ['one two ', 'three'], { row: 1, cell: 7 }],
    ['a space after a full row', 'one two ', 10, ['one two', ' '], { row: 1, cell: 3 }],
    ['a word that does not fit', 'one seven', 10, ['one ', 'seven'], { row: 1, cell: 7 }],
    ['a wide character at the edge', '한국어말', 10, ['한국어', '말'], { row: 1, cell: 4 }],
    ['Japanese after a word', 'go 東京都に', 10, ['go 東京', '都に'], { row: 1, cell: 6 }],
    ['a tab', 'a\tb', 20, ['a    b'], { row: 0, cell: 8 }],
  ])('%s', (_, text, columns, rows, caret) => {
    expect(shown(typed(text), columns)).toEqual({ rows, caret });
  });

  it('show the caret at the start of the next row rather than after a row that goes on', () => {
    expect(shown(typed('abcdefgh', 7), 10).caret).toEqual({ row: 1, cell: 2 });
  });

  it('show attachments as labels of another style', () => {
    const state = insert(attachImage(typed('see '), { mediaType: 'image/png', data: '' }), ' ok');
    expect(layout(state, { columns: 40, promptWidth: 2 }).rows).toEqual([
      [{ text: 'see ' }, { text: '[Image #1]', style: { role: 'accent' } }, { text: ' ok' }],
    ]);
    expect(shown(paste(typed('see '), 'x\n'.repeat(99)), 16)).toEqual({
      rows: ['see ', '[Pasted text…'],
      caret: { row: 1, cell: 15 },
    });
  });

  it('show what is selected', () => {
    expect(layout({ ...typed('one two'), anchor: 4 }, { columns: 40, promptWidth: 0 }).rows).toEqual([
      [{ text: 'one ' }, { text: 'two', style: { role: 'selected' } }],
    ]);
  });

  it('are those around the caret when there are too many', () => {
    const text = '0\n1\n2\n3\n4\n5';
    const window = (caret: number) => {
      const options = { columns: 20, promptWidth: 0, maxRows: 3 };
      const { rows, caret: place, ...hidden } = layout(typed(text, caret), options);
      return { rows: rows.map(plainText).join(''), row: place.row, ...hidden };
    };
    expect(window(text.length)).toEqual({ rows: '345', row: 2, above: 3, below: 0 });
    expect(window(8)).toEqual({ rows: '345', row: 1, above: 3, below: 0 });
    expect(window(4)).toEqual({ rows: '123', row: 1, above: 1, below: 2 });
    expect(window(0)).toEqual({ rows: '012', row: 0, above: 0, below: 3 });
  });

  it('never exceed the columns, and the caret is where the text before it ends', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('한국어', '東京', '👩‍👩‍👧', '🇰🇷', 'e\u0301', ' ', 'word ', '\t', '\n', '\u200b', 'ｶﾞ'),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.nat(), fc.integer({ min: 14, max: 30 }), (pieces, place, columns) => {
        const written = attachImage(typed(pieces.join('')), { mediaType: 'image/png', data: '' });
        const state = moveTo(written, place % (written.text.length + 1));
        const { rows, caret } = layout(state, { columns, promptWidth: 2 });
        for (const row of rows) expect(lineWidth(row)).toBeLessThanOrEqual(columns - 2);
        expect(caret.cell).toBeLessThan(columns);
        const before = rows.slice(0, caret.row).reduce((cells, row) => cells + lineWidth(row), caret.cell - 2);
        const said = labelledText({ ...state, text: state.text.slice(0, state.caret) });
        const lines = said.replaceAll('\t', '    ').split('\n');
        expect(before).toBe(lines.reduce((cells, line) => cells + width(line), 0));
      }),
      { numRuns: 500 },
    );
  });
});

describe('moving over rows', () => {
  const frame = { columns: 10, promptWidth: 2 };
  const go = (state: EditorState, ...steps: readonly ((state: EditorState) => EditorState | undefined)[]) =>
    steps.reduce<EditorState | undefined>((reached, step) => reached && step(reached), state)?.caret;
  const up = (state: EditorState) => rowUp(state, frame);
  const down = (state: EditorState) => rowDown(state, frame);

  it('goes over wrapped rows and remembers the cell', () => {
    const state = typed('abcdefghij\nx\nlast one', 10);
    expect(go(state, up)).toBe(3);
    expect(go(state, down)).toBe(12);
    expect(go(state, down, down)).toBe(16);
    expect(go(state, down, up)).toBe(10);
  });

  it('says where there is no row to go to', () => {
    expect(go(typed('abcdefghij', 3), up)).toBeUndefined();
    expect(go(typed('abcdefghij'), down)).toBeUndefined();
    expect(go(typed(''), up)).toBeUndefined();
  });

  it('stands before a wide character that lies across the cell', () => {
    expect(go(typed('한국\nabc'), up)).toBe(1);
  });

  it('goes to the ends of a row as it is shown', () => {
    expect(rowStart(typed('abcdefghij', 9), frame).caret).toBe(7);
    expect(rowEnd(typed('abcdefghij', 2), frame).caret).toBe(6);
    expect(rowEnd(typed('abcdefghij', 8), frame).caret).toBe(10);
  });
});
