import { maskCredentials } from '@helve/processes';
import type { Terminal } from '@xterm/headless';
import type { Output } from '../../commands/terminal/session/read.ts';

/** What a person would see in the session's window now. */
export type ScreenView = NonNullable<Output['screen']>;

export interface ScreenModes {
  readonly applicationCursor: boolean;
  readonly bracketedPaste: boolean;
}

/** A terminal emulator without a window, fed with everything a session prints. */
export class Screen {
  readonly #terminal: Terminal;
  #title = '';
  #pending = 0;

  /** `reply` is how the terminal answers what programs ask it, such as where the cursor is. */
  static async open(cols: number, rows: number, reply: (answer: string) => void = () => {}): Promise<Screen> {
    const { default: xterm } = await import('@xterm/headless');
    return new Screen(new xterm.Terminal({ cols, rows, scrollback: 0, allowProposedApi: true }), reply);
  }

  private constructor(terminal: Terminal, reply: (answer: string) => void) {
    this.#terminal = terminal;
    terminal.onData(reply);
    terminal.onTitleChange((title) => {
      this.#title = title;
    });
  }

  /** Bytes that were fed and not yet drawn. */
  get pending(): number {
    return this.#pending;
  }

  /** `drawn` is called when these bytes were drawn. */
  feed(bytes: Uint8Array, drawn: () => void = () => {}): void {
    this.#pending += bytes.length;
    this.#terminal.write(bytes, () => {
      this.#pending -= bytes.length;
      drawn();
    });
  }

  resize(cols: number, rows: number): void {
    this.#terminal.resize(cols, rows);
  }

  /** The modes that programs asked for, once all that was fed is drawn. */
  async modes(): Promise<ScreenModes> {
    await this.#settled();
    const { applicationCursorKeysMode, bracketedPasteMode } = this.#terminal.modes;
    return { applicationCursor: applicationCursorKeysMode, bracketedPaste: bracketedPasteMode };
  }

  async view(): Promise<ScreenView> {
    await this.#settled();
    const { active } = this.#terminal.buffer;
    const { rows, cols } = this.#terminal;
    const texts = Array.from(
      { length: rows },
      (_, row) =>
        active
          .getLine(active.baseY + row)
          ?.translateToString(true)
          .trimEnd() ?? '',
    ).map(maskCredentials);
    return {
      rows: texts,
      cursor: { row: active.cursorY, column: active.cursorX },
      alternate: active.type === 'alternate',
      cols,
      rowsCount: rows,
      title: this.#title,
    };
  }

  close(): void {
    this.#terminal.dispose();
  }

  #settled(): Promise<void> {
    // The terminal draws in a turn of its own, which is not worth waiting for when there is nothing to draw.
    if (this.#pending === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#terminal.write('', resolve);
    });
  }
}
