import type { Caret } from './screen.ts';

/** Writes into the live region, and knows in which of its rows it is. */
export class Pen {
  text = '';
  #row: number;
  #column: number;

  constructor({ row, column }: Caret) {
    this.#row = row;
    this.#column = column;
  }

  get row(): number {
    return this.#row;
  }

  get at(): Caret {
    return { row: this.#row, column: this.#column };
  }

  /** To the beginning of a row that is there already. */
  goTo(row: number): void {
    const by = row - this.#row;
    this.#toBeginning();
    // A new line is shorter than the escape for a few of them.
    if (by > 0) this.text += by <= 3 ? '\n'.repeat(by) : down(by);
    else this.text += up(-by);
    this.#row = row;
  }

  /** Adds rows below the one that it is in. */
  extend(by: number): void {
    this.#toBeginning();
    this.text += '\n'.repeat(by);
    this.#row += by;
  }

  #toBeginning(): void {
    if (this.#column !== 0) this.text += '\r';
    this.#column = 0;
  }

  write(text: string): void {
    this.text += text;
  }

  writeRow(text: string): void {
    if (text === '') return;
    this.text += text;
    // After the last cell of the window it is not known where the cursor stands.
    this.#column = -1;
  }
}

export function up(rows: number): string {
  return rows > 0 ? `\x1b[${rows}A` : '';
}

export function down(rows: number): string {
  return rows > 0 ? `\x1b[${rows}B` : '';
}
