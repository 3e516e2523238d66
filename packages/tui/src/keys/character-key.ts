import { isPressName, type Modifiers, press, type Press } from './key.ts';

interface Held {
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  readonly shift?: boolean;
}

const BY_CODE = new Map<number, Press['name']>([
  [0x08, 'backspace'],
  [0x09, 'tab'],
  [0x0d, 'enter'],
  [0x1b, 'escape'],
  [0x20, 'space'],
  [0x7f, 'backspace'],
]);

// What a terminal that knows only control codes cannot tell apart is the same key on those that can.
const BY_CONTROL_CODE = new Map<string, Press['name']>([
  ['h', 'backspace'],
  ['i', 'tab'],
  ['m', 'enter'],
  ['[', 'escape'],
]);

/** The key of a control code (below 0x20, or 0x7f). */
export function controlKey(code: number, { alt = false }: { readonly alt?: boolean } = {}): Press | undefined {
  const named = code === 0x20 ? undefined : BY_CODE.get(code);
  if (named) return press(named, { alt });
  if (code === 0) return press('space', { ctrl: true, alt });
  const name = String.fromCharCode(code + 0x40).toLowerCase();
  return isPressName(name) ? press(name, { ctrl: true, alt }) : undefined;
}

/** The key of a character that was pressed with others; undefined where it has no name. */
export function characterKey(code: number, held: Held): Press | undefined {
  const named = BY_CODE.get(code);
  if (named) return press(named, held);
  const character = String.fromCodePoint(code);
  const name = character.toLowerCase();
  if (!isPressName(name)) return undefined;
  const shift = held.shift || name !== character;
  const alias = held.ctrl && !shift ? BY_CONTROL_CODE.get(name) : undefined;
  return alias ? press(alias, { alt: held.alt ?? false }) : press(name, { ...held, shift });
}

/** The modifiers of a sequence's parameter (one more than a set of bits), or undefined with those that are not ours, as cmd. */
export function heldBy(parameter: number): Modifiers | undefined {
  const bits = Math.max(0, parameter - 1);
  if (bits & 0b0001_1000) return undefined;
  return {
    ...(bits & 1 && { shift: true }),
    // Bit 5 is a meta key beside alt.
    ...(bits & 0b0010_0010 && { alt: true }),
    ...(bits & 4 && { ctrl: true }),
  };
}
