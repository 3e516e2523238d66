/** Where rows go. */
export interface Output {
  readonly columns: number;
  readonly rows: number;
  write(text: string): void;
}

/** Where the terminal's cursor stands in the live region, counted from 0. */
export interface Caret {
  readonly row: number;
  readonly column: number;
}

/** What is to be seen from now on. Rows are painted already, and none is wider than the terminal. */
export interface Frame {
  /** Rows that are done: they go into the terminal's own scrollback, once. */
  readonly finished: readonly PaintedRow[];
  /** Rows below them that may still change. */
  readonly live: readonly PaintedRow[];
  /** None: it is hidden. */
  readonly caret?: Caret | undefined;
}

export interface PaintedRow {
  /** With escape sequences. */
  readonly text: string;
  /** Cells that it takes. */
  readonly width: number;
}

// Terminals that know it show all between at once; the others pass over it.
const BEGIN_UPDATE = '\x1b[?2026h';
const END_UPDATE = '\x1b[?2026l';
const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
const ERASE_RIGHT = '\x1b[K';
const ERASE_BELOW = '\x1b[J';

/**
 * Shows frames on a terminal. Finished rows are written once and then belong to the terminal: it scrolls, keeps and
 * selects them as those of any program. Only the live region below them is drawn over, and of it only what changed.
 */
export class Screen {
  readonly #output: Output;
  #live: readonly PaintedRow[] = [];
  /** Where the cursor is in the live region. */
  #at: Caret = { row: 0, column: 0 };
  #caretShown = true;
  #columns: number;

  constructor(output: Output) {
    this.#output = output;
    this.#columns = output.columns;
  }

  show({ finished, live: wanted, caret: wantedCaret }: Frame): void {
    // What has scrolled out of the window cannot be drawn over any more: it must never get there.
    const live = wanted.slice(-Math.max(1, this.#output.rows - 1));
    const cut = wanted.length - live.length;
    const caret = wantedCaret && { ...wantedCaret, row: Math.max(0, wantedCaret.row - cut) };
    const drawn = this.#isInPlace(finished)
      ? this.#insertAbove(finished) + this.#drawChanges(live)
      : this.#drawAnew(finished, live);
    const placed = this.#placeCaret(caret);
    if (drawn !== '' || placed !== '') this.#output.write(`${BEGIN_UPDATE}${drawn}${placed}${END_UPDATE}`);
  }

  /** Takes the live region away; the cursor stands where a shell goes on. */
  clear(): void {
    this.#output.write(`${this.#drawAnew([], [])}${this.#caretShown ? '' : SHOW_CURSOR}`);
    this.#caretShown = true;
  }

  /** Another program has used the terminal: nothing of the live region is there any more. */
  forget(): void {
    this.#live = [];
    this.#at = { row: 0, column: 0 };
    this.#caretShown = true;
  }

  /** Whether the live region can stay as it is while rows are put above it. */
  #isInPlace(finished: readonly PaintedRow[]): boolean {
    const { rows, columns } = this.#output;
    if (columns !== this.#columns) return false;
    return finished.length === 0 || (this.#live.length > 0 && this.#live.length + finished.length <= rows);
  }

  /**
   * Makes room above the live region and writes finished rows there. New lines at the bottom move everything up, with
   * what is at the top into the scrollback; lines inserted above the live region push it down to where it was.
   */
  #insertAbove(finished: readonly PaintedRow[]): string {
    const { length } = finished;
    if (length === 0) return '';
    const last = this.#live.length - 1;
    const room = `${down(last - this.#at.row)}\r${'\n'.repeat(length)}${up(last + length)}\x1b[${length}L`;
    this.#at = { row: 0, column: 0 };
    return room + finished.map(({ text }) => `${text}\r\n`).join('');
  }

  /** Writes finished rows where the live region was, and that below them. */
  #drawAnew(finished: readonly PaintedRow[], live: readonly PaintedRow[]): string {
    const columns = this.#output.columns;
    const { above, height } = this.#reflowed(columns);
    const rows = [...finished.map((row) => `${written(row, columns)}\r\n`), joinRows(live, columns)].join('');
    const taken = finished.length + live.length;
    let text = `\r${up(above)}${rows}`;
    if (live.length === 0) text += ERASE_BELOW;
    else if (height > taken) text += `\r\n${ERASE_BELOW}${up(1)}`;
    this.#live = live;
    this.#at = { row: Math.max(0, live.length - 1), column: 0 };
    this.#columns = columns;
    return text;
  }

  #drawChanges(live: readonly PaintedRow[]): string {
    const before = this.#live;
    const last = Math.max(0, before.length - 1);
    let { row } = this.#at;
    let text = '';
    const goTo = (target: number) => {
      const there = Math.min(target, Math.max(last, row));
      text += there < row ? up(row - there) : down(there - row);
      text += '\r' + '\n'.repeat(target - there);
      row = target;
    };
    live.forEach((next, index) => {
      if (index < before.length && before[index]?.text === next.text) return;
      goTo(index);
      text += written(next, this.#columns);
    });
    if (live.length < before.length) {
      goTo(live.length);
      text += ERASE_BELOW;
      // The cursor stays within the region.
      if (live.length > 0) goTo(live.length - 1);
    }
    if (text !== '') this.#at = { row, column: -1 };
    this.#live = live;
    return text;
  }

  #placeCaret(caret: Caret | undefined): string {
    if (!caret) {
      const text = this.#caretShown ? HIDE_CURSOR : '';
      this.#caretShown = false;
      return text;
    }
    const { row, column } = this.#at;
    const shown = this.#caretShown ? '' : SHOW_CURSOR;
    this.#caretShown = true;
    if (row === caret.row && column === caret.column) return shown;
    this.#at = caret;
    const vertical = caret.row < row ? up(row - caret.row) : down(caret.row - row);
    return `${vertical}\x1b[${caret.column + 1}G${shown}`;
  }

  /** How many rows the live region takes, and how many are above the cursor, after the terminal has wrapped its rows anew. */
  #reflowed(columns: number): { readonly above: number; readonly height: number } {
    if (columns >= this.#columns) return { above: this.#at.row, height: this.#live.length };
    const heights = this.#live.map(({ width }) => Math.max(1, Math.ceil(width / columns)));
    const sum = (rows: readonly number[]) => rows.reduce((total, height) => total + height, 0);
    const within = Math.floor(Math.max(0, this.#at.column) / columns);
    return { above: sum(heights.slice(0, this.#at.row)) + within, height: sum(heights) };
  }
}

/** A row and nothing behind it. In the last column the cursor waits on the last character, and erasing would take that. */
function written({ text, width }: PaintedRow, columns: number): string {
  return width < columns ? `${text}${ERASE_RIGHT}` : text;
}

function joinRows(rows: readonly PaintedRow[], columns: number): string {
  return rows.map((row) => written(row, columns)).join('\r\n');
}

function up(rows: number): string {
  return rows > 0 ? `\x1b[${rows}A` : '';
}

function down(rows: number): string {
  return rows > 0 ? `\x1b[${rows}B` : '';
}
