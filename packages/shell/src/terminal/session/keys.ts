import { nearest } from '@helve/command';

/** One thing to send: text as it is typed, or a key by its name. */
export type Stroke = { readonly text: string } | { readonly key: string } | { readonly secret: true };

/** Arrows, home and end are sent differently when a program asked for application cursor keys. */
export interface KeyModes {
  readonly applicationCursor: boolean;
}

const PLAIN_KEYS: Readonly<Record<string, string>> = {
  enter: '\r',
  return: '\r',
  tab: '\t',
  'shift+tab': '\x1b[Z',
  backspace: '\x7f',
  escape: '\x1b',
  esc: '\x1b',
  space: ' ',
  pageup: '\x1b[5~',
  pagedown: '\x1b[6~',
  insert: '\x1b[2~',
  delete: '\x1b[3~',
  f1: '\x1bOP',
  f2: '\x1bOQ',
  f3: '\x1bOR',
  f4: '\x1bOS',
  f5: '\x1b[15~',
  f6: '\x1b[17~',
  f7: '\x1b[18~',
  f8: '\x1b[19~',
  f9: '\x1b[20~',
  f10: '\x1b[21~',
  f11: '\x1b[23~',
  f12: '\x1b[24~',
  'ctrl+space': '\x00',
  'ctrl+[': '\x1b',
  'ctrl+\\': '\x1c',
  'ctrl+]': '\x1d',
  'ctrl+^': '\x1e',
  'ctrl+_': '\x1f',
};

/** The last letter of the sequence of each key that follows the cursor mode. */
const CURSOR_KEYS: Readonly<Record<string, string>> = {
  up: 'A',
  down: 'B',
  right: 'C',
  left: 'D',
  home: 'H',
  end: 'F',
};

/** xterm's number for the modifiers of a key. */
const MODIFIERS: Readonly<Record<string, number>> = { shift: 2, alt: 3, 'alt+shift': 4, ctrl: 5 };

/** Input as strokes, and words in braces that look like misspelt keys and are typed as they are. */
export interface ParsedInput {
  readonly strokes: readonly Stroke[];
  readonly misspelt: readonly Misspelt[];
}

export interface Misspelt {
  readonly written: string;
  readonly suggestion: string;
}

/** A word in braces. After `$` it is a variable of the shell, and in double braces part of a template. */
const BRACED = /(?<!\$)\{(\{?)([^{}\s]+|ctrl\+[[\]^_\\])\}(\}?)/iy;

/**
 * Splits input into text and `{keys}`; a newline is enter. Braces around anything else are text, so that shell code, JSON
 * and templates can be typed as they are. `{{enter}` types the name of a key.
 */
export function parseStrokes(input: string): ParsedInput {
  const strokes: Stroke[] = [];
  const misspelt: Misspelt[] = [];
  let text = '';
  const press = (stroke: Stroke) => {
    if (text !== '') strokes.push({ text });
    text = '';
    strokes.push(stroke);
  };
  for (let at = 0; at < input.length; ) {
    const character = input[at] ?? '';
    BRACED.lastIndex = at;
    const [whole = '', doubled, written = '', closed] = (character === '{' && BRACED.exec(input)) || [];
    const name = written.toLowerCase();
    if (whole !== '' && isKey(name) && !doubled) {
      press(name === 'secret' ? { secret: true } : { key: name });
      at += whole.length - (closed?.length ?? 0);
    } else if (whole !== '' && isKey(name)) {
      text += closed ? whole : whole.slice(1);
      at += whole.length;
    } else if (character === '\n' || character === '\r') {
      at += character === '\r' && input[at + 1] === '\n' ? 2 : 1;
      press({ key: 'enter' });
    } else {
      const suggestion = whole === '' || doubled ? undefined : suggestKey(name);
      if (suggestion !== undefined) misspelt.push({ written: `{${written}}`, suggestion });
      text += character;
      at++;
    }
  }
  if (text !== '') strokes.push({ text });
  return { strokes, misspelt };
}

/** The bytes that a terminal sends for a key. */
export function keyBytes(key: string, modes: KeyModes): string {
  const sequence = sequenceOf(key, modes);
  if (sequence === undefined) throw new Error(`There is no key ${key}`);
  return sequence;
}

function isKey(name: string): boolean {
  return name === 'secret' || sequenceOf(name, { applicationCursor: false }) !== undefined;
}

/** The key that was probably meant, of a word that is written like the name of one. */
function suggestKey(name: string): string | undefined {
  if (!/^(?:(?:ctrl|alt|shift)[+-].+|[a-z]{3,})$/.test(name)) return undefined;
  const known = [...Object.keys(PLAIN_KEYS), ...Object.keys(CURSOR_KEYS), 'ctrl+c', 'ctrl+d'];
  return nearest(name, known)[0];
}

function sequenceOf(key: string, modes: KeyModes): string | undefined {
  if (Object.hasOwn(PLAIN_KEYS, key)) return PLAIN_KEYS[key];
  if (Object.hasOwn(CURSOR_KEYS, key)) return `\x1b${modes.applicationCursor ? 'O' : '['}${CURSOR_KEYS[key]}`;
  const plus = key.lastIndexOf('+', key.length - 2);
  const modifier = key.slice(0, plus);
  const base = key.slice(plus + 1);
  if (plus > 0 && Object.hasOwn(CURSOR_KEYS, base) && Object.hasOwn(MODIFIERS, modifier)) {
    return `\x1b[1;${MODIFIERS[modifier]}${CURSOR_KEYS[base]}`;
  }
  if (/^ctrl\+[a-z]$/.test(key)) return String.fromCharCode(key.charCodeAt(5) - 96);
  if (key.startsWith('alt+')) {
    const rest = key.slice('alt+'.length);
    const sequence = rest.length === 1 ? rest : sequenceOf(rest, modes);
    return sequence === undefined ? undefined : `\x1b${sequence}`;
  }
  return undefined;
}
