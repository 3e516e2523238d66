import type { SessionView } from '../protocol.ts';
import type { BrowserLink } from '../relay/link.ts';
import type { Sessions } from '../relay/sessions.ts';

/** Keeps each browser told of the sessions with tabs in it, and of those without any. */
export class Overview {
  readonly #sessions: Sessions;
  readonly #told = new WeakMap<BrowserLink, string>();

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** Tells a browser what has changed; one that has just connected, everything. */
  tell(link: BrowserLink, { afresh = false }: { readonly afresh?: boolean } = {}): void {
    if (!link.connected) return;
    const sessions = this.#viewOf(link);
    const text = JSON.stringify(sessions);
    if (!afresh && this.#told.get(link) === text) return;
    this.#told.set(link, text);
    link.say({ type: 'sessions', sessions });
  }

  #viewOf({ browser }: BrowserLink): readonly SessionView[] {
    return this.#sessions
      .all()
      .filter(({ instance, tabs }) => instance === browser.instance || tabs.length === 0)
      .map(({ session, label, tabs, paused }) => ({
        session,
        label,
        tabs: tabs.map(({ tabId }) => tabId),
        needs: paused,
      }));
  }
}
