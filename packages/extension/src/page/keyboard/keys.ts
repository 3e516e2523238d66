import { Failure } from '../../failure.ts';

/** A key, alone or held with others, as keyboard events describe it. */
export interface Key {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

const MODIFIERS: Readonly<Record<string, 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'>> = {
  control: 'ctrlKey',
  ctrl: 'ctrlKey',
  shift: 'shiftKey',
  alt: 'altKey',
  option: 'altKey',
  meta: 'metaKey',
  command: 'metaKey',
  cmd: 'metaKey',
};

const NAMED: Readonly<Record<string, readonly [key: string, keyCode: number]>> = {
  backspace: ['Backspace', 8],
  tab: ['Tab', 9],
  enter: ['Enter', 13],
  return: ['Enter', 13],
  escape: ['Escape', 27],
  esc: ['Escape', 27],
  space: [' ', 32],
  pageup: ['PageUp', 33],
  pagedown: ['PageDown', 34],
  end: ['End', 35],
  home: ['Home', 36],
  arrowleft: ['ArrowLeft', 37],
  left: ['ArrowLeft', 37],
  arrowup: ['ArrowUp', 38],
  up: ['ArrowUp', 38],
  arrowright: ['ArrowRight', 39],
  right: ['ArrowRight', 39],
  arrowdown: ['ArrowDown', 40],
  down: ['ArrowDown', 40],
  delete: ['Delete', 46],
  del: ['Delete', 46],
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index + 1}`, [`F${index + 1}`, 112 + index]])),
};

/** Reads `Control+Shift+A`, `Enter`, `x` or `+`. */
export function parseKey(written: string): Key {
  const parts = written === '+' ? ['+'] : written.replace(/\+\+$/, '+Plus').split('+');
  const last = parts.pop() ?? '';
  const held = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };
  for (const part of parts) {
    const modifier = MODIFIERS[part.trim().toLowerCase()];
    if (!modifier) throw unknownKey(written);
    held[modifier] = true;
  }
  const name = last === 'Plus' ? '+' : last;
  const named = NAMED[name.toLowerCase()];
  if (named) {
    const [key, keyCode] = named;
    return { key, code: key === ' ' ? 'Space' : key, keyCode, ...held };
  }
  if (Array.from(name).length !== 1) throw unknownKey(written);
  const shortcut = held.ctrlKey || held.metaKey;
  const lower = shortcut ? name.toLowerCase() : name;
  return characterKey(held.shiftKey ? name.toUpperCase() : lower, held);
}

/** The key that a character is typed with. */
export function characterKey(
  character: string,
  held: Pick<Key, 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'> = {
    ctrlKey: false,
    shiftKey: character !== character.toLowerCase(),
    altKey: false,
    metaKey: false,
  },
): Key {
  if (character === '\n') return { key: 'Enter', code: 'Enter', keyCode: 13, ...held };
  if (character === '\t') return { key: 'Tab', code: 'Tab', keyCode: 9, ...held };
  const upper = character.toUpperCase();
  if (/^[A-Z]$/.test(upper)) return { key: character, code: `Key${upper}`, keyCode: upper.charCodeAt(0), ...held };
  if (/^\d$/.test(character))
    return { key: character, code: `Digit${character}`, keyCode: character.charCodeAt(0), ...held };
  return { key: character, code: character === ' ' ? 'Space' : '', keyCode: character === ' ' ? 32 : 0, ...held };
}

export function keyEvent(type: 'keydown' | 'keypress' | 'keyup', key: Key): KeyboardEvent {
  const init: KeyboardEventInit & { keyCode: number; charCode?: number } = {
    ...key,
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
  };
  if (type === 'keypress') {
    init.charCode = key.key === 'Enter' ? 13 : (key.key.codePointAt(0) ?? 0);
    init.keyCode = init.charCode;
  }
  return new KeyboardEvent(type, init);
}

/** Whether it writes a character where text is edited. */
export function isCharacter({ key, ctrlKey, altKey, metaKey }: Key): boolean {
  return Array.from(key).length === 1 && !ctrlKey && !metaKey && !altKey;
}

function unknownKey(written: string): Failure {
  return new Failure(
    'SCRIPT_ERROR',
    `${JSON.stringify(written)} is not a key`,
    'Name it as in Enter, Tab, ArrowDown, Control+A or x; for text use helve browser type.',
  );
}
