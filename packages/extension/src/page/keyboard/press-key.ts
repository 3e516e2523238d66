import { deepActiveElement } from './focus.ts';
import { keyEffect, releaseEffect } from './key-effects.ts';
import { type Key, keyEvent } from './keys.ts';

export interface KeyOutcome {
  /** Whether the page dealt with it itself. */
  readonly prevented: boolean;
  readonly did: string | undefined;
}

/** Presses and lets go a key where the focus is. */
export function pressKey(key: Key): KeyOutcome {
  const element = deepActiveElement();
  const allowed = element.dispatchEvent(keyEvent('keydown', key));
  const did = allowed ? keyEffect(element, key) : undefined;
  const now = deepActiveElement();
  const released = now.dispatchEvent(keyEvent('keyup', key));
  const then = allowed && released ? releaseEffect(now, key) : undefined;
  return { prevented: !allowed, did: then ?? did };
}
