import type { DoneWhere } from '@helve/browser/protocol';

/**
 * A button that the person has pressed. It is kept before anybody is told, so that neither a worker that is ended nor a
 * connection that is lost can lose it, until the service has heard it.
 */
export type Press =
  | { readonly kind: 'answer'; readonly id: string; readonly answer: string }
  /** `needs`: what the session waited for, so that it does not count for the next thing. */
  | { readonly kind: 'done'; readonly session: string; readonly needs: string; readonly where: DoneWhere }
  /** A tab of the person for a session; null: for a new one. */
  | {
      readonly kind: 'give';
      readonly session: string | null;
      readonly tabId: number;
      readonly url: string;
      readonly title: string;
    };

export const PRESS_PREFIX = 'press:';

export function pressKey(press: Press): string {
  const about = press.kind === 'answer' ? press.id : press.kind === 'give' ? press.tabId : press.session;
  return `${PRESS_PREFIX}${press.kind}:${about}`;
}

/** The change itself is what tells, and wakes, the worker. */
export async function keepPress(press: Press): Promise<void> {
  await chrome.storage.session.set({ [pressKey(press)]: press });
}
