import { heldBy } from './character-key.ts';
import { type Key, press, type Press } from './key.ts';
import { enhancedKey, otherKey } from './enhanced-key.ts';

const BY_LETTER: Readonly<Record<string, Press['name']>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
};

const BY_NUMBER = new Map<number, Press['name']>([
  [1, 'home'],
  [2, 'insert'],
  [3, 'delete'],
  [4, 'end'],
  [5, 'pageup'],
  [6, 'pagedown'],
  [7, 'home'],
  [8, 'end'],
  [11, 'f1'],
  [12, 'f2'],
  [13, 'f3'],
  [14, 'f4'],
  [15, 'f5'],
  [17, 'f6'],
  [18, 'f7'],
  [19, 'f8'],
  [20, 'f9'],
  [21, 'f10'],
  [23, 'f11'],
  [24, 'f12'],
]);

// Shifted and controlled arrows of rxvt.
const RXVT_ARROWS: Readonly<Record<string, Press['name']>> = { a: 'up', b: 'down', c: 'right', d: 'left' };

// The Linux console's F1 to F5.
const CONSOLE_FUNCTIONS: Readonly<Record<string, Press['name']>> = { A: 'f1', B: 'f2', C: 'f3', D: 'f4', E: 'f5' };

// The keypad in application mode.
const KEYPAD = new Map(
  '*+,-./0123456789'.split('').map((character, index) => [String.fromCharCode(0x6a + index), character]),
);

/** What a control sequence says, given without its `ESC [`; undefined where it says nothing to us. */
export function decodeControlSequence(sequence: string): Key | undefined {
  const final = sequence.at(-1) ?? '';
  const parameters = sequence.slice(0, -1);
  if (parameters === '[') return named(CONSOLE_FUNCTIONS[final]);
  if (parameters.startsWith('?')) return final === 'c' ? { name: 'attributes' } : undefined;
  if (!/^[\d;:]*$/.test(parameters)) return undefined;
  const numbers = parameters.split(';').map((parameter) => Number.parseInt(parameter, 10) || 0);
  const [first = 0, second = 1] = numbers;
  switch (final) {
    case 'u':
      return enhancedKey(parameters);
    case 'I':
      return { name: 'focus' };
    case 'O':
      return { name: 'blur' };
    case 'Z':
      return press('tab', { shift: true });
    case '~':
      return first === 27 ? otherKey(numbers) : withModifiers(BY_NUMBER.get(first), parameters, second);
    case '^':
      return named(BY_NUMBER.get(first), { ctrl: true });
    case '$':
      return named(BY_NUMBER.get(first), { shift: true });
    case '@':
      return named(BY_NUMBER.get(first), { ctrl: true, shift: true });
    default:
      if (final === 'R' && numbers.length === 2) return { name: 'cursor', row: first, column: second };
      if (final in RXVT_ARROWS) return named(RXVT_ARROWS[final], { shift: true });
      return withModifiers(BY_LETTER[final], parameters, second);
  }
}

/** What follows `ESC O`: arrows, home, end and functions in application mode, and the keypad. */
export function decodeApplicationSequence(sequence: string): Key | undefined {
  const final = sequence.at(-1) ?? '';
  if (final === 'M') return press('enter');
  if (final in RXVT_ARROWS) return named(RXVT_ARROWS[final], { ctrl: true });
  const typed = KEYPAD.get(final);
  if (typed !== undefined) return { name: 'text', text: typed };
  const parameters = sequence.slice(0, -1);
  return withModifiers(BY_LETTER[final], parameters, Number(parameters.split(';').at(-1)));
}

/** What an operating system command that came from the terminal says: the answer to a question about its colours. */
export function decodeReply(content: string): Key | undefined {
  const [, red, green, blue] = /^11;rgba?:([\da-f]+)\/([\da-f]+)\/([\da-f]+)/i.exec(content) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return { name: 'background', red: fraction(red), green: fraction(green), blue: fraction(blue) };
}

/** As many digits as the terminal likes: `ff` and `ffff` are the same. */
function fraction(digits: string): number {
  return Number.parseInt(digits, 16) / (16 ** digits.length - 1);
}

function named(name: Press['name'] | undefined, held = {}): Press | undefined {
  return name && press(name, held);
}

function withModifiers(name: Press['name'] | undefined, parameters: string, modifiers: number): Press | undefined {
  const held = heldBy(modifiers);
  // `3` after a colon: the key was let go.
  return held && !/;\d*:3/.test(parameters) ? named(name, held) : undefined;
}
