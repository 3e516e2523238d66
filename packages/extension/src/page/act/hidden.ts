import type { MaybeHidden } from '@helve/browser/protocol';

/** Says that the tab is in the background, where that makes a difference. */
export function ifHidden(): MaybeHidden {
  return document.hidden ? { hidden: true } : {};
}
