/**
 * What stands on a shell's line, by the keys that were typed: the line itself is the shell's, which shows it and does
 * not tell. Keys whose effect only the shell knows (completion, its history) make it unclear.
 */
export class Typing {
  /** The lines that the last command consists of so far. */
  entered: readonly EnteredLine[] = [];
  #text = '';
  #cursor = 0;
  #unclear = false;

  /** A copy, to see what keys would do. */
  copy(): Typing {
    const copy = new Typing();
    copy.#text = this.#text;
    copy.#cursor = this.#cursor;
    copy.#unclear = this.#unclear;
    return copy;
  }

  clear(): void {
    this.#text = '';
    this.#cursor = 0;
    this.#unclear = false;
  }

  /** Types the bytes of keys; gives the lines that they enter. */
  type(keys: string): readonly EnteredLine[] {
    const entered: EnteredLine[] = [];
    for (const [key] of keys.matchAll(KEYS)) {
      if (ENTERING.has(key)) {
        entered.push({ text: this.#text, unclear: this.#unclear || EXPANDED_FROM_HISTORY.test(this.#text) });
        this.clear();
      } else if (/^[^\x00-\x1f\x7f]/.test(key)) {
        this.#put(key);
      } else {
        this.#edit(key);
      }
    }
    return entered;
  }

  #put(text: string): void {
    this.#text = this.#text.slice(0, this.#cursor) + text + this.#text.slice(this.#cursor);
    this.#cursor += text.length;
  }

  #edit(key: string): void {
    const text = this.#text;
    const at = this.#cursor;
    switch (EDITS[key]) {
      case 'interrupt':
        this.clear();
        break;
      case 'start':
        this.#cursor = 0;
        break;
      case 'end':
        this.#cursor = text.length;
        break;
      case 'left':
        this.#cursor = Math.max(0, at - 1);
        break;
      case 'right':
        this.#cursor = Math.min(text.length, at + 1);
        break;
      case 'backspace':
        this.#keep(text.slice(0, Math.max(0, at - 1)), text.slice(at));
        break;
      case 'delete':
        this.#keep(text.slice(0, at), text.slice(at + 1));
        break;
      case 'kill to start':
        this.#keep('', text.slice(at));
        break;
      case 'kill to end':
        this.#keep(text.slice(0, at), '');
        break;
      case 'kill word':
        this.#keep(text.slice(0, at).replace(/\S+\s*$/, ''), text.slice(at));
        break;
      case 'nothing':
        break;
      default:
        this.#unclear = true;
    }
  }

  #keep(before: string, after: string): void {
    this.#text = before + after;
    this.#cursor = before.length;
  }
}

export interface EnteredLine {
  readonly text: string;
  /** Keys or an expansion may have made another line of it. */
  readonly unclear: boolean;
}

/** Plain text in one piece; an escape sequence; any other character by itself. */
const KEYS = /[^\x00-\x1f\x7f]+|\x1b(?:\[[0-9;]*[~A-Za-z]|O[A-Za-z]|[^\r\n\x0f])?|[\x00-\x1f\x7f]/g;

/** Return, line feed, and ctrl+o, which enters a line and brings the next. */
const ENTERING: ReadonlySet<string> = new Set(['\r', '\n', '\x0f']);

/** `!curl`, `!!`, `^a^b`: an interactive shell puts an earlier line in its place. */
const EXPANDED_FROM_HISTORY = /![\w!?#$*:^-]|^\^/;

const EDITS: Readonly<Record<string, Edit>> = {
  '\x01': 'start',
  '\x1b[H': 'start',
  '\x1bOH': 'start',
  '\x05': 'end',
  '\x1b[F': 'end',
  '\x1bOF': 'end',
  '\x02': 'left',
  '\x1b[D': 'left',
  '\x1bOD': 'left',
  '\x06': 'right',
  '\x1b[C': 'right',
  '\x1bOC': 'right',
  '\x7f': 'backspace',
  '\x08': 'backspace',
  '\x04': 'delete',
  '\x1b[3~': 'delete',
  '\x15': 'kill to start',
  '\x0b': 'kill to end',
  '\x17': 'kill word',
  '\x03': 'interrupt',
  '\x0c': 'nothing',
  '\x1b[200~': 'nothing',
  '\x1b[201~': 'nothing',
};

type Edit =
  | 'start'
  | 'end'
  | 'left'
  | 'right'
  | 'backspace'
  | 'delete'
  | 'kill to start'
  | 'kill to end'
  | 'kill word'
  | 'interrupt'
  | 'nothing';
