/** Keys that have a name instead of a character. */
export const NAMED_KEYS = [
  'enter',
  'tab',
  'escape',
  'backspace',
  'delete',
  'insert',
  'up',
  'down',
  'left',
  'right',
  'home',
  'end',
  'pageup',
  'pagedown',
  'space',
  'f1',
  'f2',
  'f3',
  'f4',
  'f5',
  'f6',
  'f7',
  'f8',
  'f9',
  'f10',
  'f11',
  'f12',
] as const;

type NamedKey = (typeof NAMED_KEYS)[number];

/** Keys that are called by their character when they are pressed with ctrl or alt. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const OTHERS = '0123456789!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

type CharacterOf<Text extends string> = Text extends `${infer First}${infer Rest}` ? First | CharacterOf<Rest> : never;

type Character = CharacterOf<typeof LETTERS> | CharacterOf<typeof OTHERS>;

export interface Modifiers {
  readonly ctrl?: true;
  readonly alt?: true;
  readonly shift?: true;
}

/** A key that does something; what only types is `Typed`. Capital letters are small ones with shift. */
export interface Press extends Modifiers {
  readonly name: NamedKey | Character;
}

/** What was typed, or what an input method committed, as much as came at once. */
interface Typed {
  readonly name: 'text';
  readonly text: string;
}

/** What was pasted, whole, its line ends as `\n`. Other control characters are as they came. */
interface Pasted {
  readonly name: 'paste';
  readonly text: string;
}

/** The terminal's background, each part of the colour from 0 to 1. */
interface Background {
  readonly name: 'background';
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Where the terminal says its cursor is, both from 1. */
interface CursorPlace {
  readonly name: 'cursor';
  readonly row: number;
  readonly column: number;
}

/** `attributes` is the answer that every terminal gives: what was asked before it and is not answered by then never will be. */
interface Signal {
  readonly name: 'focus' | 'blur' | 'attributes';
}

export type Key = Press | Typed | Pasted | Background | CursorPlace | Signal;

export function press(
  name: Press['name'],
  { ctrl, alt, shift }: { ctrl?: boolean; alt?: boolean; shift?: boolean } = {},
): Press {
  return { name, ...(ctrl && { ctrl: true }), ...(alt && { alt: true }), ...(shift && { shift: true }) };
}

const NAMES: ReadonlySet<string> = new Set([...NAMED_KEYS, ...`${LETTERS}${OTHERS}`.split('')]);
const NOT_PRESSES: ReadonlySet<string> = new Set([
  'text',
  'paste',
  'background',
  'cursor',
  'focus',
  'blur',
  'attributes',
]);

export function isPressName(name: string): name is Press['name'] {
  return NAMES.has(name);
}

export function isPress(key: Key): key is Press {
  return !NOT_PRESSES.has(key.name);
}
