import type { DoneWhere } from '../protocol.ts';
import { type Patience, waitFor } from '../relay/queue.ts';
import type { Session, Sessions } from '../relay/sessions.ts';

/** Sessions that wait for a person to do something in their page. */
export class HandOff {
  readonly #sessions: Sessions;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  pause(session: Session, reason: string, attach = false): void {
    const { url = '', title = '' } = boundTab(session) ?? {};
    session.paused = reason;
    session.handOff = { reason, at: Date.now(), url, title, ...(attach ? { attach } : {}) };
    this.#sessions.save();
  }

  /** Lets a session go on. */
  resume(session: Session, by: DoneWhere | 'command'): void {
    if (session.paused !== undefined && session.handOff) session.handOff = { ...session.handOff, by };
    delete session.paused;
    this.#sessions.save();
    this.#wake(session);
  }

  /** The session is over: nobody needs to do anything for it. */
  end(session: Session): void {
    delete session.paused;
    this.#wake(session);
  }

  #wake({ session }: Session): void {
    for (const wake of this.#waiting.get(session) ?? []) wake();
  }

  /** Waits until the session goes on; says whether it does. */
  async wait(session: Session, patience: Patience): Promise<boolean> {
    if (session.paused === undefined) return true;
    const waiting = this.#waiting.get(session.session) ?? new Set();
    this.#waiting.set(session.session, waiting);
    let wake = () => {};
    const resumed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    waiting.add(wake);
    try {
      await waitFor(resumed, patience);
      return true;
    } catch (thrown) {
      if (patience.signal.aborted) throw thrown;
      return false;
    } finally {
      waiting.delete(wake);
      if (waiting.size === 0) this.#waiting.delete(session.session);
    }
  }
}

export function boundTab({ tabs, bound }: Session) {
  return tabs.find(({ tab }) => tab === bound);
}
