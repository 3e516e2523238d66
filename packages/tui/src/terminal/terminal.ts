import { StringDecoder } from 'node:string_decoder';
import { KeyDecoder } from '../keys/decoder.ts';
import type { Key } from '../keys/key.ts';
import type { Output } from '../screen/screen.ts';

/** The two ends of a terminal, as a process has them. */
export interface TerminalStreams {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

export interface TerminalEvents {
  readonly onKeys: (keys: readonly Key[]) => void;
  readonly onResize: () => void;
  /** The terminal is gone, or its last byte was read. */
  readonly onEnd: () => void;
}

/**
 * Pastes are marked as such, focus is reported, keys that have no code of their own get one (kitty's protocol), and the
 * terminal keeps the title of its window until the end.
 */
const ENTER_MODES = '\x1b[?2004h\x1b[?1004h\x1b[>1u\x1b[22;2t';
const LEAVE_MODES = '\x1b[23;2t\x1b[<u\x1b[?1004l\x1b[?2004l\x1b[?25h\x1b[0m';

/** How long an escape may be the beginning of something longer, in milliseconds. */
const ESCAPE_MS = 25;

/** A terminal as this program uses it: keys come in as keys, rows go out. What it changes is put back by `close`. */
export class Terminal implements Output {
  /** The terminal of VS Code is xterm.js. */
  readonly cutsCursorRow: boolean;
  readonly #streams: TerminalStreams;
  readonly #events: TerminalEvents;
  readonly #text = new StringDecoder('utf8');
  readonly #keys = new KeyDecoder();
  #escape: NodeJS.Timeout | undefined;
  /** It would show what others take for modes. */
  readonly #isDumb: boolean;
  #isOpen = false;

  constructor(streams: TerminalStreams, events: TerminalEvents, env: Readonly<Record<string, string | undefined>>) {
    this.cutsCursorRow = env.TERM_PROGRAM === 'vscode';
    this.#isDumb = env.TERM === 'dumb';
    this.#streams = streams;
    this.#events = events;
  }

  get columns(): number {
    return this.#streams.output.columns || 80;
  }

  get rows(): number {
    return this.#streams.output.rows || 24;
  }

  write(text: string): void {
    this.#streams.output.write(text);
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    const { input, output } = this.#streams;
    input.setRawMode(true);
    if (!this.#isDumb) output.write(ENTER_MODES);
    input.on('data', this.#read).on('end', this.#events.onEnd).on('error', this.#events.onEnd);
    output.on('resize', this.#events.onResize).on('error', this.#events.onEnd);
    input.resume();
  }

  /** Gives the terminal back as it was. May be called at any moment, also twice, also while the process ends. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    clearTimeout(this.#escape);
    const { input, output } = this.#streams;
    input.off('data', this.#read).off('end', this.#events.onEnd);
    output.off('resize', this.#events.onResize);
    input.pause();
    try {
      if (!this.#isDumb) output.write(LEAVE_MODES);
      input.setRawMode(false);
    } catch {
      // The terminal itself may be gone.
    }
  }

  readonly #read = (chunk: Buffer): void => {
    clearTimeout(this.#escape);
    this.#events.onKeys(this.#keys.feed(this.#text.write(chunk)));
    if (!this.#keys.pending) return;
    // A lone escape looks like the beginning of a longer sequence, which would have come with it.
    this.#escape = setTimeout(() => this.#events.onKeys(this.#keys.flush()), ESCAPE_MS);
  };
}
