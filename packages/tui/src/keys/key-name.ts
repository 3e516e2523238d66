import { didYouMean } from '@helve/command';
import { isPress, isPressName, type Key, NAMED_KEYS, press, type Press } from './key.ts';

const SYNONYMS: Readonly<Record<string, Press['name']>> = {
  esc: 'escape',
  return: 'enter',
  del: 'delete',
  ins: 'insert',
  pgup: 'pageup',
  pgdn: 'pagedown',
};

const MODIFIERS: Readonly<Record<string, 'ctrl' | 'alt' | 'shift'>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  alt: 'alt',
  meta: 'alt',
  option: 'alt',
  shift: 'shift',
};

/** A key as people write it: `ctrl+shift+z`. What is no key of the keyboard has its plain name. */
export function describeKey(key: Key): string {
  if (!isPress(key)) return key.name;
  const { ctrl, alt, shift, name } = key;
  return `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${shift ? 'shift+' : ''}${name}`;
}

/** A key as people write it, or what is wrong with it. */
export function parseKey(written: string): Press | { readonly problem: string } {
  // The last plus may be the key itself: `ctrl++`.
  const parts = written.toLowerCase().split(/\+(?!$)/);
  const word = parts.pop() ?? '';
  const held: { ctrl?: true; alt?: true; shift?: true } = {};
  for (const part of parts) {
    const modifier = MODIFIERS[part];
    if (!modifier) return { problem: unknown('modifier', part, Object.keys(MODIFIERS)) };
    held[modifier] = true;
  }
  const name = SYNONYMS[word] ?? word;
  if (!isPressName(name)) return { problem: unknown('key', word, [...NAMED_KEYS, ...Object.keys(SYNONYMS)]) };
  return press(name, held);
}

function unknown(what: string, word: string, known: readonly string[]): string {
  return `there is no ${what} ${JSON.stringify(word)}${didYouMean(word, known, '', { ask: '; did you mean ' })}`;
}
