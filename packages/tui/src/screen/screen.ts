import { down, Pen, up } from './pen.ts';

/** Where rows go. */
export interface Output {
  readonly columns: number;
  readonly rows: number;
  /** Whether it cuts the row that the cursor is in when it gets narrower, as xterm.js does, and wraps only the others. */
  readonly cutsCursorRow?: boolean;
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

/** Shows frames on a terminal. */
export interface Surface {
  readonly show: (frame: Frame) => void;
  /** Takes what may change away; the cursor stands where a shell goes on. */
  readonly clear: () => void;
  /** Another program has used the terminal: nothing of what may change is there any more. */
  readonly forget: () => void;
}

// Terminals that know it show all between at once; the others pass over it.
const BEGIN_UPDATE = '\x1b[?2026h';
const END_UPDATE = '\x1b[?2026l';
const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
const ERASE_RIGHT = '\x1b[K';
const ERASE_BELOW = '\x1b[J';

/**
 * With more rows than these nothing is moved. The terminal may have got lower without our knowing yet: new lines at the
 * bottom would then move live rows into the scrollback, where they stay.
 */
const MOST_IN_PLACE = 10;
/** For the same reason finished rows come in by a few at a time. */
const MOST_AT_ONCE = 4;
/** Of more finished rows than these, writing the live region once more is less than so many steps. */
const MOST_IN_STEPS = 20;

const EMPTY_ROW: PaintedRow = { text: '', width: 0 };

/**
 * Shows frames on a terminal. Finished rows are written once and then belong to the terminal: it scrolls, keeps and
 * selects them as those of any program. Only the live region below them is drawn over, and of it only what changed: a
 * live row that is finished as it stands is not written again.
 */
export class Screen implements Surface {
  readonly #output: Output;
  /** At least the row that the cursor is in. */
  #live: readonly PaintedRow[] = [EMPTY_ROW];
  /** Where the cursor is in the live region. */
  #at: Caret = { row: 0, column: 0 };
  #caretShown = true;
  #size: { readonly columns: number; readonly rows: number };

  constructor(output: Output) {
    this.#output = output;
    this.#size = sizeOf(output);
  }

  show({ finished, live: wanted, caret: wantedCaret }: Frame): void {
    // What has scrolled out of the window cannot be drawn over any more: it must never get there.
    const live = wanted.length === 0 ? [EMPTY_ROW] : wanted.slice(-Math.max(1, this.#output.rows - 1));
    const cut = Math.max(0, wanted.length - live.length);
    const caret = wantedCaret && { ...wantedCaret, row: Math.max(0, wantedCaret.row - cut) };
    const drawn = this.#draw(finished, live);
    const placed = this.#placeCaret(caret);
    if (drawn !== '' || placed !== '') this.#output.write(`${BEGIN_UPDATE}${drawn}${placed}${END_UPDATE}`);
  }

  /** Takes the live region away; the cursor stands where a shell goes on. */
  clear(): void {
    const pen = new Pen({ row: this.#reflowed().above, column: -1 });
    pen.goTo(0);
    this.#output.write(`${pen.text}${ERASE_BELOW}${this.#caretShown ? '' : SHOW_CURSOR}`);
    this.forget();
  }

  /** Another program has used the terminal: nothing of the live region is there any more. */
  forget(): void {
    this.#live = [EMPTY_ROW];
    this.#at = { row: 0, column: 0 };
    this.#caretShown = true;
    this.#size = sizeOf(this.#output);
  }

  /** Puts these rows where the live region is; the last of them are the new one. */
  #draw(finished: readonly PaintedRow[], live: readonly PaintedRow[]): string {
    const { columns, rows } = this.#size;
    if (this.#output.columns !== columns || this.#output.rows !== rows) {
      return this.#commit(finished, live, this.#drawAnew([...finished, ...live]));
    }
    const most = Math.min(rows, MOST_IN_PLACE);
    const isLow = Math.max(this.#live.length, live.length + Math.min(1, finished.length)) <= most;
    if (!isLow || finished.length > MOST_IN_STEPS) {
      const next = [...finished, ...live];
      return this.#commit(finished, live, this.#drawFrom(next, commonStart(this.#live, next), this.#live.length));
    }
    const room = Math.min(MOST_AT_ONCE, most - live.length);
    let drawn = '';
    let rest = finished;
    do {
      const step = rest.slice(0, room);
      rest = rest.slice(step.length);
      drawn += this.#commit(step, live, this.#drawInPlace([...step, ...live]));
    } while (rest.length > 0);
    return drawn;
  }

  /** These rows stand there now. */
  #commit(finished: readonly PaintedRow[], live: readonly PaintedRow[], drawn: string): string {
    this.#live = live;
    this.#at = { ...this.#at, row: this.#at.row - finished.length };
    return drawn;
  }

  /**
   * Changes as few rows as it can. Where there are more than before, new lines at the bottom move everything up, with
   * what is at the top into the scrollback, and lines inserted in the middle push the rows below to where they were.
   */
  #drawInPlace(next: readonly PaintedRow[]): string {
    const before = this.#live;
    const same = commonStart(before, next);
    const more = next.length - before.length;
    const pen = new Pen(this.#at);
    if (more > 0) {
      pen.goTo(before.length - 1);
      pen.extend(more);
      if (same < before.length) {
        pen.goTo(same);
        pen.write(`\x1b[${more}L`);
      }
    } else if (more < 0) {
      pen.goTo(same);
      pen.write(next.length === same ? ERASE_BELOW : `\x1b[${-more}M`);
    }
    const standing = (index: number) => (index < same + Math.max(0, more) ? undefined : before[index - more]);
    for (let index = same; index < next.length; index++) {
      const row = next[index] ?? EMPTY_ROW;
      const there = standing(index) ?? EMPTY_ROW;
      if (there.text === row.text) continue;
      pen.goTo(index);
      pen.writeRow(there.width === 0 ? row.text : written(row, this.#size.columns));
    }
    // The cursor stays within the rows.
    if (pen.row >= next.length) pen.goTo(next.length - 1);
    this.#at = pen.at;
    return pen.text;
  }

  /** Writes all rows from one on, over what stands there: that has gone when the window begins to scroll. */
  #drawFrom(next: readonly PaintedRow[], first: number, height: number): string {
    if (first === next.length && height <= next.length) return '';
    const pen = new Pen(this.#at);
    pen.goTo(Math.max(0, first - 1));
    const rows = next.slice(first).map((row) => written(row, this.#size.columns));
    if (rows.length > 0) pen.write(`${first > 0 ? '\r\n' : '\r'}${rows.join('\r\n')}`);
    if (height > next.length) pen.write(`\r\n${ERASE_BELOW}${up(1)}`);
    this.#at = { row: next.length - 1, column: -1 };
    return pen.text;
  }

  /** The window has another size: the terminal has wrapped and moved rows by its own rules. */
  #drawAnew(next: readonly PaintedRow[]): string {
    const { above, height } = this.#reflowed();
    this.#size = sizeOf(this.#output);
    this.#at = { row: above, column: -1 };
    return this.#drawFrom(next, 0, height);
  }

  #placeCaret(caret: Caret | undefined): string {
    const { row, column } = this.#at;
    if (!caret) {
      const text = this.#caretShown ? HIDE_CURSOR : '';
      this.#caretShown = false;
      if (row >= 0) return text;
      // It is in a row that was finished just now.
      this.#at = { row: 0, column };
      return `${text}${down(-row)}`;
    }
    const shown = this.#caretShown ? '' : SHOW_CURSOR;
    this.#caretShown = true;
    if (row === caret.row && column === caret.column) return shown;
    this.#at = caret;
    const vertical = caret.row < row ? up(row - caret.row) : down(caret.row - row);
    return `${vertical}\x1b[${caret.column + 1}G${shown}`;
  }

  /** How many rows the live region takes, and how many are above the cursor, after the terminal has wrapped its rows anew. */
  #reflowed(): { readonly above: number; readonly height: number } {
    const { columns } = this.#output;
    if (columns >= this.#size.columns) return { above: this.#at.row, height: this.#live.length };
    const { row, column } = this.#at;
    const isCut = (index: number) => this.#output.cutsCursorRow === true && index === row;
    const heights = this.#live.map(({ width }, index) => (isCut(index) ? 1 : Math.max(1, Math.ceil(width / columns))));
    const sum = (rows: readonly number[]) => rows.reduce((total, height) => total + height, 0);
    const within = isCut(row) ? 0 : Math.floor(Math.max(0, column) / columns);
    return { above: sum(heights.slice(0, row)) + within, height: sum(heights) };
  }
}

function sizeOf({ columns, rows }: Output) {
  return { columns, rows };
}

/** How many rows at the beginning are the same. */
function commonStart(one: readonly PaintedRow[], other: readonly PaintedRow[]): number {
  const most = Math.min(one.length, other.length);
  for (let index = 0; index < most; index++) if (one[index]?.text !== other[index]?.text) return index;
  return most;
}

/** A row and nothing behind it. In the last column the cursor waits on the last character, and erasing would take that. */
function written({ text, width }: PaintedRow, columns: number): string {
  return width < columns ? `${text}${ERASE_RIGHT}` : text;
}
