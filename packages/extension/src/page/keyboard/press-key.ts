import { plain } from '../element/plain.ts';
import { nextTurn } from '../turn.ts';
import { deepActiveElement, tellOfFocus } from './focus.ts';
import { keyEffect, releaseEffect } from './key-effects.ts';
import { type Key, keyEvent } from './keys.ts';

export interface KeyOutcome {
  /** Whether the page dealt with it itself. */
  readonly prevented: boolean;
  readonly did: string | undefined;
  /** What had the focus when the key had its effect. */
  readonly at: Element;
}

/** Presses and lets go a key where the focus is: a page may move it when the key goes down, and its effect is where it is then. */
export async function pressKey(key: Key): Promise<KeyOutcome> {
  const allowed = tellOfFocus(() => plain(deepActiveElement()).dispatchEvent(keyEvent('keydown', key)));
  await nextTurn();
  const at = deepActiveElement();
  const did = allowed ? await keyEffect(at, key) : undefined;
  await nextTurn();
  const now = deepActiveElement();
  const released = tellOfFocus(() => plain(now).dispatchEvent(keyEvent('keyup', key)));
  await nextTurn();
  const then = allowed && released ? releaseEffect(now, key) : undefined;
  return { prevented: !allowed, did: then ?? did, at };
}
