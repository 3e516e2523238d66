import { layout } from '../editor/layout.ts';
import type { EditorState } from '../editor/state.ts';
import { FILES, type Proposal } from '../input/proposals.ts';
import { drawOption, labelColumn, visibleRange } from '../overlays/options.ts';
import type { Overlay } from '../overlays/overlay.ts';
import type { Caret } from '../screen/screen.ts';
import type { ScreenState } from '../state/state.ts';
import { line, type Line, type Span, span } from '../text/span.ts';
import { width } from '../text/width.ts';
import { clip, middleEllipsis } from '../text/wrap.ts';
import { drawStatusBar } from '../views/status-bar.ts';
import type { TurnPlace } from '../views/turn.ts';
import type { Views } from './app.ts';

/** What the user is writing, as it is shown. */
export interface InputView {
  readonly editor: EditorState;
  readonly proposals: readonly Proposal[];
  readonly selected: number;
  /** A short word on what keys do at the moment. */
  readonly hint?: string | undefined;
  /** The line of a search in the history, in place of the input. */
  readonly search?: SearchView | undefined;
  /** How vim stands, where the user edits as in vim. */
  readonly mode?: string | undefined;
  /** What is said where nothing is typed. */
  readonly placeholder: string;
}

interface SearchView {
  readonly label: string;
  readonly query: string;
  readonly match: string;
  /** What looks further back. */
  readonly key: string | undefined;
}

export interface Window extends TurnPlace {
  /** What is half written goes on below what came meanwhile. */
  readonly isWriting: boolean;
  /** What draws a turn, from when there may be one. */
  readonly views: Pick<Views, 'drawTurn' | 'drawWaiting' | 'drawRunningShell' | 'drawLiveTodos'> | undefined;
}

export interface Composition {
  readonly lines: readonly Line[];
  readonly caret?: Caret | undefined;
}

const PROMPT = '> ';
/** Rows of the input that are shown while there is much else to see. */
const MOST_INPUT = 10;

/** All that may still change: what the turn is at, what waits, the input or what takes its place, the status bar. */
export function compose(
  state: ScreenState,
  input: InputView,
  overlay: Overlay<unknown> | undefined,
  window: Window,
): Composition {
  const { columns } = window;
  // One row is left to the terminal, or it would scroll with each frame.
  const rows = Math.max(3, window.rows - 1);
  const status = drawStatusBar(state.status, state.turn, columns);
  const bottom = overlay
    ? drawOverlay(
        overlay,
        window.isWriting ? input : undefined,
        columns,
        Math.max(3, rows - 1 - roomForTurn(state, rows)),
      )
    : drawInput(input, columns, rows - 1);
  const allWaiting = window.views?.drawWaiting(state.waiting, columns) ?? [];
  const roomToWait = overlay ? rows - 1 - bottom.lines.length - roomForTurn(state, rows) : Infinity;
  const waiting = roomToWait > 0 ? allWaiting.slice(-roomToWait) : [];
  const free = rows - 1 - bottom.lines.length - waiting.length;
  const beside = state.turn ? SPINNER_ROWS : 0;
  const shell =
    state.shell && !overlay ? (window.views?.drawRunningShell(state.shell, columns, free - beside) ?? []) : [];
  const left = free - shell.length;
  const todos =
    state.turn && !overlay
      ? (window.views?.drawLiveTodos(state.todos, columns, Math.min(MOST_TODOS, Math.floor((left - beside) / 2))) ?? [])
      : [];
  const room = left - todos.length;
  const turn = state.turn && room > 0 ? (window.views?.drawTurn(state.turn, { ...window, rows: room }) ?? []) : [];
  const above = [...turn, ...todos, ...shell, ...waiting];
  const { caret } = bottom;
  return fit(
    {
      lines: [...above, ...bottom.lines, status],
      caret: caret && { row: caret.row + above.length, column: Math.min(caret.column, columns - 1) },
    },
    rows,
  );
}

/** Rows of the task list that are shown at once. */
const MOST_TODOS = 8;

/** Rows that a turn needs to show that it goes on. */
const SPINNER_ROWS = 2;
const LOW = 16;

/** Where something is asked, the turn keeps two rows, but not in a low window. */
function roomForTurn({ turn }: ScreenState, rows: number): number {
  return turn && rows >= LOW ? 2 : 0;
}

/** The end of it where the window is too low for all, or the part where the cursor is. */
function fit({ lines, caret }: Composition, rows: number): Composition {
  const over = Math.max(0, lines.length - rows);
  const first = Math.min(over, caret?.row ?? over);
  return {
    lines: lines.slice(first, first + rows),
    caret: caret && { ...caret, row: caret.row - first },
  };
}

/** What takes the place of the input; where it came while the user was writing, with what they write below it. */
export function drawOverlay(
  overlay: Overlay<unknown>,
  writing: InputView | undefined,
  columns: number,
  rows: number,
): Composition {
  if (!writing) return overlay.draw({ columns, rows });
  const most = Math.max(LEAST_WRITING, Math.min(MOST_WRITING, Math.floor(rows / 2)));
  const { lines, caret } = drawInput({ ...writing, hint: 'You are writing. ↓ or tab to answer' }, columns, most);
  // Without the air above it.
  const below = lines.slice(1);
  const above = overlay.draw({ columns, rows: rows - below.length }).lines;
  return { lines: [...above, ...below], caret: caret && { ...caret, row: above.length + caret.row - 1 } };
}

/** Rows of what is written below a question, with the air above it and the hint below. */
const LEAST_WRITING = 3;
const MOST_WRITING = 9;

export function drawInput(
  input: InputView,
  columns: number,
  rows: number,
): Composition & { readonly lines: readonly Line[] } {
  const said = [input.mode, input.hint].filter((words) => words !== undefined).join('  ');
  const hint = said === '' ? [] : [line(`  ${said}`, { role: 'muted' })];
  if (input.search) return { ...drawSearch(input.search, columns) };
  const room = rows - 1 - hint.length;
  const maxRows = Math.max(1, Math.min(MOST_INPUT, Math.floor(room / (input.proposals.length > 0 ? 2 : 1))));
  const { rows: text, caret, ...hidden } = layout(input.editor, { columns, promptWidth: PROMPT.length, maxRows });
  const isEmpty = input.editor.text === '';
  const shown = text.map(
    (row, index): Line => [
      signBefore(index, text.length, hidden),
      ...(isEmpty ? [span(input.placeholder, { role: 'placeholder' })] : row),
    ],
  );
  const popup = drawPopup(input.proposals, input.selected, { columns, rows: room - shown.length });
  return { lines: [[], ...shown, ...popup, ...hint], caret: { row: caret.row + 1, column: caret.cell } };
}

/** What stands before a row of the input: the prompt, or a sign that there are more rows than are seen. */
function signBefore(
  index: number,
  rows: number,
  { above, below }: { readonly above: number; readonly below: number },
): Span {
  if (index === 0 && (above === 0 || rows === 1)) return span(PROMPT, { role: 'accent', bold: true });
  if (index === 0) return span('↑ ', { role: 'muted' });
  return index === rows - 1 && below > 0 ? span('↓ ', { role: 'muted' }) : span(' '.repeat(PROMPT.length));
}

function drawSearch({ label, query, match, key }: SearchView, columns: number): Composition {
  const before = `(${label}) ${query}`;
  const row: Line = [span(`(${label}) `, { role: 'muted' }), span(query, { bold: true }), span(`  ${match}`)];
  const hint = line(`  ${key === undefined ? '' : `${key} older, `}enter to accept, esc to close`, { role: 'muted' });
  return { lines: [[], clip(row, columns), clip(hint, columns)], caret: { row: 1, column: width(before) } };
}

/** Rows of proposals that are shown at once. */
const MOST_ROWS = 8;

/** The proposals below the input, those of each source behind a line of their own. */
export function drawPopup(
  proposals: readonly Proposal[],
  selected: number,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): readonly Line[] {
  const most = Math.min(MOST_ROWS, rows);
  if (most < 1) return [];
  const [from, to] = visibleRange(selected, proposals.length, most);
  const isCut = to - from < proposals.length && rows > most;
  const where = line(`  ↑/↓ ${selected + 1} of ${proposals.length}`, { role: 'muted' });
  const column = labelColumn(proposals, columns);
  const lines: Line[] = [];
  proposals.slice(from, to).forEach(({ label, detail, group }, index) => {
    const before = proposals[from + index - 1];
    if (before && before.group !== group) lines.push(line(`  ── ${group} ──`, { role: 'muted' }));
    const shown = group === FILES ? middleEllipsis(label, columns - 2) : label;
    lines.push(drawOption({ label: shown, detail }, from + index === selected, columns, column));
  });
  // Lines between groups take room from the last ones, never from the selected one.
  const at = lines.findIndex((row) => row[0]?.text === '❯ ');
  const first = Math.max(0, Math.min(at - most + 1, lines.length - most));
  const seen = lines.slice(Math.max(0, first), Math.max(0, first) + most);
  return isCut ? [...seen, where] : seen;
}
