import type { Output, PaintedRow, Surface } from '../screen/screen.ts';
import type { Line } from '../text/span.ts';
import { clip, lineWidth } from '../text/wrap.ts';
import { paint } from '../theme/paint.ts';
import type { Theme } from '../theme/theme.ts';
import type { Composition } from './compose.ts';

/** What is to be painted now. */
export interface Picture extends Composition {
  readonly finished: readonly Line[];
  /** Milliseconds until it would look different by itself; none: it would not. */
  readonly movesIn?: number | undefined;
}

export interface PainterOptions {
  readonly output: Output;
  readonly theme: Theme;
  readonly surface: Surface;
  /** Whether it shows only lines, one after the other. */
  readonly isPlain: boolean;
  /** Asked for each frame; what it gives as finished is written, and not given again. */
  readonly picture: () => Picture;
}

/** Text that comes in is shown so many times a second at most; what is typed is shown at once. */
const FRAME_MS = 33;

/** How long one picture of the spinner is shown, in milliseconds. */
export const SPINNER_MS = 100;

/** Paints when there is something to paint, and never otherwise: no timer runs while nothing moves. */
export class Painter {
  readonly #output: Output;
  readonly #screen: Surface;
  readonly #isPlain: boolean;
  readonly #picture: () => Picture;
  #theme: Theme;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #due = Number.POSITIVE_INFINITY;
  #last = 0;
  #paused = false;

  constructor({ output, theme, surface, isPlain, picture }: PainterOptions) {
    this.#output = output;
    this.#isPlain = isPlain;
    this.#screen = surface;
    this.#theme = theme;
    this.#picture = picture;
  }

  get theme(): Theme {
    return this.#theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    this.paint();
  }

  /** Paints soon: together with what else happens until then. */
  request(): void {
    this.#schedule(Math.max(0, this.#last + FRAME_MS - Date.now()));
  }

  paint(): void {
    this.#unschedule();
    if (this.#paused) return;
    this.#last = Date.now();
    const { lines, finished, caret, movesIn } = this.#picture();
    this.#screen.show({ finished: finished.map(this.#row), live: lines.map(this.#row), caret });
    if (movesIn !== undefined) this.#schedule(movesIn);
  }

  /** Leaves the terminal to others: nothing of what may change is on it any more. */
  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#unschedule();
    this.#screen.clear();
  }

  resume(): void {
    this.#paused = false;
    this.#screen.forget();
    this.paint();
  }

  /** Takes everything off the window: what is done goes where it can be scrolled back to. */
  clear(): void {
    this.#screen.clear();
    // The cursor is right below what is done: so many new lines move exactly that out of the window.
    if (!this.#isPlain) this.#output.write(`${'\n'.repeat(Math.max(0, this.#output.rows - 1))}\x1b[H\x1b[J`);
    this.#screen.forget();
    this.paint();
  }

  #unschedule(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    this.#due = Number.POSITIVE_INFINITY;
  }

  #schedule(inMs: number): void {
    const due = Date.now() + inMs;
    if (this.#paused || due >= this.#due) return;
    this.#unschedule();
    this.#due = due;
    this.#timer = setTimeout(() => {
      // Timers come before signals: what says that the window has another size may be waiting.
      this.#immediate = setImmediate(() => this.paint());
    }, inMs);
  }

  readonly #row = (row: Line): PaintedRow => {
    const width = lineWidth(row);
    const { columns } = this.#output;
    // A row that the terminal wraps by itself would be one more than we count.
    if (width <= columns) return { text: paint(row, this.#theme), width };
    return { text: paint(clip(row, columns), this.#theme), width: columns };
  };
}
