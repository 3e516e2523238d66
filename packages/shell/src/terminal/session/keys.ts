import { CommandError, didYouMean, nearest } from '@helve/command';

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

/** Splits input into text and `{keys}`. `{{` is a brace, a newline is enter. */
export function parseStrokes(input: string): readonly Stroke[] {
  const strokes: Stroke[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') strokes.push({ text });
    text = '';
  };
  for (let at = 0; at < input.length; at++) {
    const character = input[at] ?? '';
    if (character === '{' && input[at + 1] === '{') {
      text += '{';
      at++;
    } else if (character === '{') {
      const end = input.indexOf('}', at + 1);
      const name = end < 0 ? '' : input.slice(at + 1, end).toLowerCase();
      flush();
      strokes.push(namedStroke(name, input.slice(at, end < 0 ? undefined : end + 1)));
      at = end;
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && input[at + 1] === '\n') at++;
      flush();
      strokes.push({ key: 'enter' });
    } else {
      text += character;
    }
  }
  flush();
  return strokes;
}

/** The bytes that a terminal sends for a key. */
export function keyBytes(key: string, modes: KeyModes): string {
  const sequence = sequenceOf(key, modes);
  if (sequence === undefined) throw unknownKey(`{${key}}`, key);
  return sequence;
}

function namedStroke(name: string, written: string): Stroke {
  if (name === 'secret') return { secret: true };
  if (sequenceOf(name, { applicationCursor: false }) === undefined) throw unknownKey(written, name);
  return { key: name };
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

function unknownKey(written: string, name: string): CommandError {
  const known = [...Object.keys(PLAIN_KEYS), ...Object.keys(CURSOR_KEYS), 'ctrl+c', 'ctrl+d'];
  const [suggestion] = nearest(name, known);
  const meant = didYouMean(name, known, '', { write: (key) => `{${key}}` });
  return new CommandError('INVALID_INPUT', `There is no key ${written}`, {
    hint: [meant, 'A literal brace is written {{.'].filter(Boolean).join(' '),
    details: { key: name, ...(suggestion ? { suggestion } : {}) },
  });
}
