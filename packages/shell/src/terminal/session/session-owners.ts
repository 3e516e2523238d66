import type { ProcessId } from '@helve/command';
import { identityOf } from '@helve/settings';
import { endSession } from './end-session.ts';
import type { Session } from './session.ts';

/** How often to check whether owners still run. */
const CHECK_MS = 250;

/** How long programs may take to exit before they are killed. */
const GRACE_MS = 500;

/** Ends sessions with the processes that own them, also when an owner is killed. */
export class SessionOwners {
  readonly #owned = new Map<Session, ProcessId>();
  #timer: NodeJS.Timeout | undefined;

  /** An owner that this process cannot see, such as one in another container, is ignored. */
  add(session: Session, owner: ProcessId | undefined): void {
    if (!owner || identityOf(owner.pid) !== owner.identity) return;
    this.#owned.set(session, owner);
    this.#timer ??= setInterval(() => this.#check(), CHECK_MS);
    this.#timer.unref();
  }

  ownerOf(session: Session): ProcessId | undefined {
    return this.#owned.get(session);
  }

  remove(session: Session): void {
    this.#owned.delete(session);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    for (const [session, { pid, identity }] of this.#owned) {
      if (mayRun(pid, identity)) continue;
      this.#owned.delete(session);
      void endSession(session, { graceMs: GRACE_MS, force: true });
    }
  }
}

function mayRun(pid: number, identity: string): boolean {
  try {
    return identityOf(pid) === identity;
  } catch {
    // It exists, and the system does not show it to us just now.
    return true;
  }
}
