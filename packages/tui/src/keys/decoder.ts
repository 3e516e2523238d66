import { characterKey, controlKey } from './character-key.ts';
import { isPress, type Key, press } from './key.ts';
import { decodeApplicationSequence, decodeControlSequence, decodeReply } from './sequence.ts';

const ESCAPE = '\x1b';
const PASTE_START = '200~';
const PASTE_END = '\x1b[201~';

/** What begins with ESC: the keys that it is, and where it ends. */
interface Sequence {
  readonly keys: readonly Key[];
  readonly end: number;
  readonly startsPaste?: true;
}

/**
 * Makes keys of what a terminal sends, however it is cut into chunks. ESC by itself is a key and begins every other
 * sequence: as long as more may follow it is `pending`, and the caller says with `flush` that nothing did for a while.
 */
export class KeyDecoder {
  #held = '';
  #pasted: string[] | undefined;

  get pending(): boolean {
    return this.#held !== '' && this.#pasted === undefined;
  }

  feed(chunk: string): readonly Key[] {
    const keys: Key[] = [];
    const text = this.#held + chunk;
    this.#held = '';
    let at = 0;
    while (at < text.length) {
      if (this.#pasted) {
        at = this.#paste(text, at, keys);
      } else if (text[at] === ESCAPE) {
        const sequence = readSequence(text, at);
        if (!sequence) return this.#hold(text.slice(at), keys);
        keys.push(...sequence.keys);
        at = sequence.end;
        if (sequence.startsPaste) this.#pasted = [];
      } else {
        const end = endOfText(text, at);
        if (end === at) {
          const key = controlKey(text.charCodeAt(at));
          if (key) keys.push(key);
          at++;
        } else {
          // The second half of a character that was cut in two comes with the next chunk.
          const cut = end === text.length && /[\ud800-\udbff]$/.test(text) ? end - 1 : end;
          const typed = text.slice(at, cut).replace(/[\x80-\x9f]/g, '');
          if (typed !== '') keys.push({ name: 'text', text: typed });
          if (cut < end) return this.#hold(text.slice(cut), keys);
          at = end;
        }
      }
    }
    return keys;
  }

  /** Takes what is pending as it stands, since nothing followed. */
  flush(): readonly Key[] {
    if (!this.pending) return [];
    const held = this.#held;
    this.#held = '';
    const escapes = held.lastIndexOf(ESCAPE);
    const rest = held.slice(escapes + 1);
    if (rest === '') return Array.from(held, () => press('escape'));
    // A whole sequence would have begun so; what is longer was one that broke off.
    const key = rest.length === 1 ? characterKey(rest.charCodeAt(0), { alt: true }) : undefined;
    return [...Array.from({ length: escapes }, () => press('escape')), ...(key ? [key] : [])];
  }

  #hold(rest: string, keys: readonly Key[]): readonly Key[] {
    this.#held = rest;
    return keys;
  }

  #paste(text: string, at: number, keys: Key[]): number {
    const end = text.indexOf(PASTE_END, at);
    if (end >= 0) {
      const pasted = [...(this.#pasted ?? []), text.slice(at, end)].join('');
      this.#pasted = undefined;
      keys.push({ name: 'paste', text: pasted.replace(/\r\n?/g, '\n') });
      return end + PASTE_END.length;
    }
    const begun = Math.max(at, text.length - PASTE_END.length + 1);
    const split = begun + lengthBeforePrefix(text.slice(begun), PASTE_END);
    this.#pasted?.push(text.slice(at, split));
    this.#held = text.slice(split);
    return text.length;
  }
}

/** How much of a text comes before the part at its end that may be the beginning of the mark. */
function lengthBeforePrefix(text: string, mark: string): number {
  for (let at = 0; at < text.length; at++) if (mark.startsWith(text.slice(at))) return at;
  return text.length;
}

function endOfText(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isControl(text.charCodeAt(at))) at++;
  return at;
}

function isControl(code: number): boolean {
  return code < 0x20 || code === 0x7f;
}

/** The sequence at an ESC; undefined while it may go on. */
function readSequence(text: string, at: number): Sequence | undefined {
  const introducer = text[at + 1];
  if (introducer === undefined) return undefined;
  switch (introducer) {
    case ESCAPE:
      return readAfterEscape(text, at);
    case '[':
      return readControlSequence(text, at + 2);
    case 'O':
      return readApplicationSequence(text, at + 2);
    case ']':
    case 'P':
    case '_':
    case '^':
    case 'X':
      return readString(text, at + 2, introducer === ']');
    default: {
      const code = text.charCodeAt(at + 1);
      const key = isControl(code) ? controlKey(code, { alt: true }) : characterKey(code, { alt: true });
      // An input method's text after ESC was not typed with alt.
      return key ? { keys: [key], end: at + 2 } : { keys: [press('escape')], end: at + 1 };
    }
  }
}

/** Some terminals put an ESC before an arrow's sequence for alt; before anything else it is the key. */
function readAfterEscape(text: string, at: number): Sequence | undefined {
  const introducer = text[at + 2];
  if (introducer === undefined) return undefined;
  if (introducer === '[' || introducer === 'O') {
    const sequence = readSequence(text, at + 1);
    if (!sequence) return undefined;
    const [key] = sequence.keys;
    if (key && isPress(key)) return { keys: [{ ...key, alt: true }], end: sequence.end };
  }
  return { keys: [press('escape')], end: at + 1 };
}

function readControlSequence(text: string, from: number): Sequence | undefined {
  const end = endOfControlSequence(text, from);
  if (end === undefined) return undefined;
  const sequence = text.slice(from, end);
  if (sequence === PASTE_START) return { keys: [], end, startsPaste: true };
  return { keys: keysOf(decodeControlSequence(sequence)), end };
}

function endOfControlSequence(text: string, from: number): number | undefined {
  const wholeAt = (end: number) => (end <= text.length ? end : undefined);
  if (text[from] === '[') return wholeAt(from + 2);
  // An old report of the mouse: three characters that mean a button, a column and a row.
  if (text[from] === 'M') return wholeAt(from + 4);
  let at = from;
  while (isBetween(text, at, 0x30, 0x3f)) at++;
  // rxvt ends the sequences of shifted keys with what is no end elsewhere.
  if (text[at] === '$' && /^\d+$/.test(text.slice(from, at))) return at + 1;
  while (isBetween(text, at, 0x20, 0x2f)) at++;
  if (at >= text.length) return undefined;
  // What cannot belong to a sequence ends it, and is something by itself.
  return isBetween(text, at, 0x40, 0x7e) ? at + 1 : at;
}

function readApplicationSequence(text: string, from: number): Sequence | undefined {
  let at = from;
  while (at < text.length && /[\d;]/.test(text[at] ?? '')) at++;
  if (at >= text.length) return undefined;
  if (!isBetween(text, at, 0x40, 0x7e)) return { keys: [press('o', { alt: true, shift: true })], end: from };
  return { keys: keysOf(decodeApplicationSequence(text.slice(from, at + 1))), end: at + 1 };
}

/** A string that the terminal sends: up to BEL, `ESC \` or whatever else begins with ESC. */
function readString(text: string, from: number, isCommand: boolean): Sequence | undefined {
  let at = from;
  while (at < text.length && text[at] !== ESCAPE && text[at] !== '\x07' && text[at] !== '\x9c') at++;
  const isWhole = text[at] === ESCAPE ? at + 1 < text.length : at < text.length;
  if (!isWhole) return undefined;
  const end = text[at] !== ESCAPE ? at + 1 : text[at + 1] === '\\' ? at + 2 : at;
  return { keys: isCommand ? keysOf(decodeReply(text.slice(from, at))) : [], end };
}

function keysOf(key: Key | undefined): readonly Key[] {
  return key ? [key] : [];
}

function isBetween(text: string, at: number, lowest: number, highest: number): boolean {
  const code = text.charCodeAt(at);
  return code >= lowest && code <= highest;
}
