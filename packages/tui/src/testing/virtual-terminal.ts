import { createRequire } from 'node:module';
import type { Unicode11Addon } from '@xterm/addon-unicode11';
import xterm from '@xterm/headless';
import type { Caret, Output } from '../screen/screen.ts';

// It is CommonJS without names that Node could see, and its types say otherwise.
const unicode11 = createRequire(import.meta.url)('@xterm/addon-unicode11') as {
  readonly Unicode11Addon: typeof Unicode11Addon;
};

const BEGIN_UPDATE = '\x1b[?2026h';
const END_UPDATE = '\x1b[?2026l';

/**
 * A terminal that nobody looks at: what is written to it can be read as rows. As terminals do that know of updates, it
 * shows each at once; what comes from another process may be cut anywhere.
 */
export class VirtualTerminal implements Output {
  readonly cutsCursorRow = true;
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  #settled: Promise<void> = Promise.resolve();
  /** What is not shown yet: an update that is not whole. */
  #held = '';
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
    const all = this.#held + text;
    const whole = all.slice(0, endOfWhole(all));
    this.#held = all.slice(whole.length);
    if (whole !== '') this.#settled = new Promise((resolve) => this.#terminal.write(whole, resolve));
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

/** Where the part of a text ends that no update is open in, nor the sequence that begins one. */
function endOfWhole(text: string): number {
  const begin = text.lastIndexOf(BEGIN_UPDATE);
  if (begin > text.lastIndexOf(END_UPDATE)) return begin;
  const escape = text.lastIndexOf('\x1b');
  const isBegun = escape >= 0 && BEGIN_UPDATE.startsWith(text.slice(escape));
  return isBegun ? escape : text.length;
}
