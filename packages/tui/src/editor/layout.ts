import type { Line, Span, Style } from '../text/span.ts';
import { caretRange } from './edits.ts';
import { cellOf, type Frame, type Glyph, layRows, type Row, rowOf, textColumns } from './rows.ts';
import type { EditorState } from './state.ts';

export interface LayoutOptions extends Frame {
  /** The most rows that are shown: those around the caret. */
  readonly maxRows?: number;
}

export interface EditorLayout {
  /** Without the prompt. */
  readonly rows: readonly Line[];
  /** The row among those shown, and the cell of the window, the prompt counted. */
  readonly caret: { readonly row: number; readonly cell: number };
  /** How many rows are not shown. */
  readonly above: number;
  readonly below: number;
}

const CHIP: Style = { role: 'accent' };
const SELECTED: Style = { role: 'selected' };

/** The rows of the input as they are shown, and where the terminal's cursor belongs. */
export function layout(
  state: EditorState,
  { columns, promptWidth, maxRows = Number.POSITIVE_INFINITY }: LayoutOptions,
): EditorLayout {
  const rows = layRows(state.text, state.attachments, textColumns({ columns, promptWidth }));
  const at = rowOf(rows, state.caret);
  const row = rows[at];
  const most = Math.max(1, maxRows);
  // The caret is in the middle, so that what stands before and after it is seen.
  const above = Math.max(0, Math.min(at - Math.floor(most / 2), rows.length - most));
  const shown = rows.slice(above, above + most);
  return {
    rows: shown.map((each) => spansOf(each, state)),
    caret: { row: at - above, cell: promptWidth + (row ? cellOf(row, state.caret) : 0) },
    above,
    below: rows.length - above - shown.length,
  };
}

function spansOf({ glyphs }: Row, state: EditorState): Line {
  const selection = state.anchor === undefined ? undefined : caretRange(state);
  const spans: Span[] = [];
  for (const glyph of glyphs) {
    const style = styleOf(glyph, selection);
    const last = spans.at(-1);
    if (last && last.style === style) spans[spans.length - 1] = { ...last, text: last.text + glyph.shown };
    else spans.push(style ? { text: glyph.shown, style } : { text: glyph.shown });
  }
  return spans;
}

function styleOf(
  glyph: Glyph,
  selection: { readonly start: number; readonly end: number } | undefined,
): Style | undefined {
  if (selection && glyph.start >= selection.start && glyph.start < selection.end) return SELECTED;
  return glyph.isChip ? CHIP : undefined;
}
