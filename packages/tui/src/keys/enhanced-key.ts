import { characterKey, heldBy } from './character-key.ts';
import { type Key, press, type Press } from './key.ts';

// Keys of the keypad, which the kitty protocol numbers from a private area of Unicode.
const KEYPAD_START = 57_399;
const KEYPAD = [...'0123456789./*-+'.split(''), 'enter', '=', ','];
const KEYPAD_MOTIONS_START = 57_417;
const KEYPAD_MOTIONS: readonly Press['name'][] = [
  'left',
  'right',
  'up',
  'down',
  'pageup',
  'pagedown',
  'home',
  'end',
  'insert',
  'delete',
];

/** A key of the kitty keyboard protocol: `code:shifted:base ; modifiers:event ; text`, all but the first optional. */
export function enhancedKey(parameters: string): Key | undefined {
  const [codes = [], [modifiers = 1, event = 1] = [], said = []] = parameters
    .split(';')
    .map((part) => part.split(':').map((number) => (number === '' ? undefined : Number(number))));
  const [code = 0, shifted, base] = codes;
  const held = heldBy(modifiers);
  if (event === 3 || !held) return undefined;
  const onKeypad = KEYPAD[code - KEYPAD_START];
  const motion = KEYPAD_MOTIONS[code - KEYPAD_MOTIONS_START];
  if (onKeypad === 'enter' || motion) return press(motion ?? 'enter', held);
  const character = onKeypad?.charCodeAt(0) ?? code;
  if (!held.ctrl && !held.alt) {
    const text = textOf(said) || textOf([held.shift ? (shifted ?? character) : character]);
    if (text !== '' && !(character === 0x20 && held.shift)) return { name: 'text', text };
  }
  // On a Korean or Russian keyboard ctrl+c is the key where c would be.
  return keyOf(character, shifted, held) ?? (base === undefined ? undefined : characterKey(base, held));
}

/** A key of xterm's `modifyOtherKeys`: `27 ; modifiers ; code`. */
export function otherKey([, modifiers = 1, code = 0]: readonly number[]): Key | undefined {
  const held = heldBy(modifiers);
  if (!held) return undefined;
  const text = held.ctrl || held.alt ? '' : textOf([code]);
  return text.trim() === '' ? keyOf(code, undefined, held) : { name: 'text', text };
}

/** ctrl+shift+- where shift makes it _ is ctrl+_. */
function keyOf(code: number, shifted: number | undefined, held: { readonly shift?: true }): Press | undefined {
  if (!isCharacter(code)) return undefined;
  if (!held.shift || shifted === undefined || !isCharacter(shifted)) return characterKey(code, held);
  const letter = String.fromCodePoint(shifted).toLowerCase() !== String.fromCodePoint(shifted);
  if (letter) return characterKey(code, held);
  const { shift: _, ...others } = held;
  return characterKey(shifted, others);
}

/** What the codes type; nothing for control codes and for keys that only have a number. */
function textOf(codes: readonly (number | undefined)[]): string {
  return codes
    .filter((code) => code !== undefined)
    .filter((code) => isCharacter(code) && code >= 0x20 && (code < 0x7f || code > 0x9f))
    .map((code) => String.fromCodePoint(code))
    .join('');
}

function isCharacter(code: number): boolean {
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && !(code >= 0xe000 && code <= 0xf8ff);
}
