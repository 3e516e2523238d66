import type { Action } from './actions.ts';
import { type Key, press } from './key.ts';
import { type Keymap, meaningOf } from './keymap.ts';

/** What a key means while something is asked. */
export interface MeantInQuestion {
  /** The key that the question hears: its own for what the user has bound this one to. */
  readonly heard: Key;
  /** What is done where the question has no use for it. */
  readonly action?: Action | undefined;
  /** The action is done whatever is asked, and the question hears of nothing. */
  readonly isForAll: boolean;
}

export function meantInQuestion(keymap: Keymap, key: Key): MeantInQuestion {
  const meaning = meaningOf(keymap, 'prompt', key);
  const action = meaning && 'action' in meaning ? meaning.action : undefined;
  const own = action && OWN_KEYS[action];
  if (own) return { heard: own, isForAll: false };
  return { heard: key, action, isForAll: action !== undefined && FOR_ALL.has(action) };
}

/** The keys that questions understand. */
const OWN_KEYS: Readonly<Partial<Record<Action, Key>>> = {
  previous: press('up'),
  next: press('down'),
  previousPage: press('pageup'),
  nextPage: press('pagedown'),
  choose: press('enter'),
  close: press('escape'),
  cancel: press('c', { ctrl: true }),
};

const FOR_ALL: ReadonlySet<Action> = new Set(['suspend', 'clearScreen', 'cycleMode', 'background', 'editQueued']);
