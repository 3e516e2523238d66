import { sanitise } from '../text/sanitise.ts';
import { clip } from '../text/wrap.ts';
import { line as lineOf, plainText } from '../text/span.ts';
import { graphemeWidth, width } from '../text/width.ts';
import { characters, type Range } from './boundaries.ts';
import { type Attachment, attachmentOf, chipLabel, isChip } from './chips.ts';
import { type EditorState, moveTo } from './state.ts';

/** A character of the text as it is shown. */
export interface Glyph extends Range {
  readonly shown: string;
  readonly cells: number;
  readonly isChip: boolean;
}

/** A row of the input. The caret at the end of a row that goes on in the next one stands at the start of that. */
export interface Row extends Range {
  readonly glyphs: readonly Glyph[];
  readonly goesOn: boolean;
}

/** How wide the window is, and what stands before the text in each of its rows. */
export interface Frame {
  readonly columns: number;
  readonly promptWidth: number;
}

const TAB = 4;

/** The cells there are for text: one is left at the right for the caret. */
export function textColumns({ columns, promptWidth }: Frame): number {
  return Math.max(2, columns - promptWidth - 1);
}

/** Lays a text out: between words where it can, within them where it must. Nothing of it is left out. */
export function layRows(text: string, attachments: readonly Attachment[], columns: number): readonly Row[] {
  const rows: Row[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    rows.push(...layLine(line, start, attachments, columns));
    start += line.length + 1;
  }
  return rows;
}

export function rowOf(rows: readonly Row[], caret: number): number {
  return rows.findLastIndex(({ start }) => start <= caret);
}

/** How many cells of a row are before an offset. */
export function cellOf({ glyphs }: Row, at: number): number {
  return glyphs.reduce((cells, glyph) => (glyph.end <= at ? cells + glyph.cells : cells), 0);
}

/** One row up; undefined from the first. */
export function rowUp(state: EditorState, frame: Frame): EditorState | undefined {
  return overRows(state, frame, -1);
}

/** One row down; undefined from the last. */
export function rowDown(state: EditorState, frame: Frame): EditorState | undefined {
  return overRows(state, frame, 1);
}

/** To the start of the row as it is shown. */
export function rowStart(state: EditorState, frame: Frame): EditorState {
  return moveTo(state, rowAtCaret(state, frame)?.start ?? 0);
}

/** To the last place of the row as it is shown. */
export function rowEnd(state: EditorState, frame: Frame): EditorState {
  const row = rowAtCaret(state, frame);
  return moveTo(state, row ? lastPlace(row) : 0);
}

function rowAtCaret({ text, attachments, caret }: EditorState, frame: Frame): Row | undefined {
  const rows = layRows(text, attachments, textColumns(frame));
  return rows[rowOf(rows, caret)];
}

function overRows(state: EditorState, frame: Frame, by: 1 | -1): EditorState | undefined {
  const rows = layRows(state.text, state.attachments, textColumns(frame));
  const at = rowOf(rows, state.caret);
  const [from, to] = [rows[at], rows[at + by]];
  if (!from || !to) return undefined;
  const goal = state.goal ?? cellOf(from, state.caret);
  return { ...moveTo(state, placeAt(to, goal)), goal };
}

/** The offset of a row whose cell is the wanted one, or the nearest before it. */
function placeAt(row: Row, goal: number): number {
  let cells = 0;
  for (const { start, cells: taken } of row.glyphs) {
    if (cells + taken > goal) return start;
    cells += taken;
  }
  return lastPlace(row);
}

function lastPlace({ glyphs, end, goesOn }: Row): number {
  return goesOn ? (glyphs.at(-1)?.start ?? end) : end;
}

function layLine(line: string, start: number, attachments: readonly Attachment[], columns: number): readonly Row[] {
  const rows: Glyph[][] = [[]];
  let cells = 0;
  const breakRow = () => {
    rows.push([]);
    cells = 0;
  };
  const add = (glyph: Glyph) => {
    if (cells + glyph.cells > columns && cells > 0) breakRow();
    rows.at(-1)?.push(glyph);
    cells += glyph.cells;
  };
  const words = unbreakable(glyphsOf(line, start, attachments, columns));
  for (const [index, word] of words.entries()) {
    const taken = word.reduce((sum, glyph) => sum + glyph.cells, 0);
    const isSpace = word[0]?.shown === ' ';
    if (isSpace && cells === columns && index < words.length - 1) {
      // The space at which a row is broken takes the cell that is left for the caret, which cannot be there.
      rows.at(-1)?.push(...word);
      breakRow();
      continue;
    }
    if (cells + taken > columns && taken <= columns && cells > 0) breakRow();
    word.forEach(add);
  }
  return rows.map((glyphs, index) => ({
    glyphs,
    start: glyphs[0]?.start ?? start,
    end: glyphs.at(-1)?.end ?? start,
    goesOn: index < rows.length - 1,
  }));
}

function glyphsOf(line: string, start: number, attachments: readonly Attachment[], columns: number): readonly Glyph[] {
  let at = start;
  return characters(line).map((character) => {
    const chip = isChip(character);
    const shown = chip
      ? plainText(clip(lineOf(chipLabel(attachmentOf(character, attachments))), columns))
      : character === '\t'
        ? ' '.repeat(Math.min(TAB, columns))
        : sanitise(character);
    const cells = chip || shown !== character ? width(shown) : graphemeWidth(character);
    const glyph = { start: at, end: at + character.length, shown, cells, isChip: chip };
    at = glyph.end;
    return glyph;
  });
}

/** Words, single spaces, and characters of scripts that are written without spaces, which may stand in a row without those around them. */
function unbreakable(glyphs: readonly Glyph[]): readonly (readonly Glyph[])[] {
  const words: Glyph[][] = [];
  let inWord = false;
  for (const glyph of glyphs) {
    const isAlone = glyph.isChip || /^\s/.test(glyph.shown) || isIdeograph(glyph.shown);
    if (inWord && !isAlone) words.at(-1)?.push(glyph);
    else words.push([glyph]);
    inWord = !isAlone;
  }
  return words;
}

function isIdeograph(shown: string): boolean {
  return graphemeWidth(shown) === 2 && !/^\p{Script=Hangul}/u.test(shown);
}
