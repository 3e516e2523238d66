import { createRequire } from 'node:module';
import type { Unicode11Addon } from '@xterm/addon-unicode11';
import xterm from '@xterm/headless';
import type { Caret, Output } from '../screen/screen.ts';

// It is CommonJS without names that Node could see, and its types say otherwise.
const unicode11 = createRequire(import.meta.url)('@xterm/addon-unicode11') as {
  readonly Unicode11Addon: typeof Unicode11Addon;
};

/** A terminal that nobody looks at: what is written to it can be read as rows. */
export class VirtualTerminal implements Output {
  readonly cutsCursorRow = true;
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  #settled: Promise<void> = Promise.resolve();
  /** Everything that was ever written. */
  written = '';

  constructor(columns: number, rows: number) {
    this.#terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 100_000, allowProposedApi: true });
    this.#terminal.loadAddon(new unicode11.Unicode11Addon());
    this.#terminal.unicode.activeVersion = '11';
  }

  get columns(): number {
    return this.#terminal.cols;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  write(text: string): void {
    this.written += text;
    this.#settled = new Promise((resolve) => this.#terminal.write(text, resolve));
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.#settled;
    this.#terminal.resize(columns, rows);
  }

  /** What is in the window, without empty rows at its end. */
  async window(): Promise<readonly string[]> {
    await this.#settled;
    return this.#read(this.#terminal.buffer.active.baseY);
  }

  /** What is in the window and what has scrolled out of it. */
  async everything(): Promise<readonly string[]> {
    await this.#settled;
    return this.#read(0);
  }

  /** Where the cursor is in the window. */
  async cursor(): Promise<Caret> {
    await this.#settled;
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    return { row: cursorY, column: cursorX };
  }

  #read(first: number): readonly string[] {
    const { active } = this.#terminal.buffer;
    const rows = Array.from(
      { length: active.length - first },
      (_, index) => active.getLine(first + index)?.translateToString(true) ?? '',
    );
    while (rows.at(-1) === '') rows.pop();
    return rows;
  }
}
