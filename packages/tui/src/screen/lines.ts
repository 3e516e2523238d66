import type { Frame, Output, PaintedRow, Surface } from './screen.ts';

/**
 * Shows frames as lines, one after the other: nothing is drawn over, and the cursor never goes back. For terminals that
 * cannot do more, and for who listens to the screen. What is done is written once, what may change when it is new, and
 * the row of the cursor last, without an end, so that what is typed goes on in it.
 */
export class Lines implements Surface {
  readonly #output: Output;
  /** Rows that may change and were written as they are. */
  #shown: ReadonlySet<string> = new Set();
  /** What stands in the last row of the terminal, which has no end yet. */
  #open = '';

  constructor(output: Output) {
    this.#output = output;
  }

  show({ finished, live, caret }: Frame): void {
    const typed = caret && live[caret.row];
    const others = live.filter((row) => row !== typed && row.text !== '');
    const fresh = others.filter((row) => this.#isNew(row));
    this.#shown = new Set(others.map(({ text }) => text));
    const above = [...finished, ...fresh].map(({ text }) => `${text}\r\n`).join('');
    const ended = above === '' ? '' : `${this.#end()}${above}`;
    const written = `${ended}${typed ? this.#type(typed.text) : ''}`;
    if (written !== '') this.#output.write(written);
  }

  clear(): void {
    const end = this.#end();
    if (end !== '') this.#output.write(end);
    this.forget();
  }

  forget(): void {
    this.#shown = new Set();
    this.#open = '';
  }

  /** An option that is no longer the selected one is not told again. */
  #isNew({ text }: PaintedRow): boolean {
    return (
      !this.#shown.has(text) &&
      ![...this.#shown].some(
        (row) => row.includes('❯ ') && unselected(row) === unselected(text) && !text.includes('❯ '),
      )
    );
  }

  #end(): string {
    const isOpen = this.#open !== '';
    this.#open = '';
    return isOpen ? '\r\n' : '';
  }

  /** What was added to the row, or all of it in a new one. */
  #type(text: string): string {
    const before = this.#open;
    if (text === before) return '';
    const goesOn = before !== '' && text.startsWith(before);
    const written = goesOn ? text.slice(before.length) : `${this.#end()}${text}`;
    this.#open = text;
    return written;
  }
}

// oxlint-disable-next-line no-control-regex -- that is what colours begin with
const COLOURS = /\x1b\[[\d;]*m/g;

function unselected(text: string): string {
  return text.replace(COLOURS, '').replace(/^❯ /, '  ');
}
