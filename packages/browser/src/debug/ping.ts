import type * as v from 'valibot';
import type { input } from '../commands/browser/debug/ping.ts';
import { browserError } from '../errors.ts';
import { browserRun } from '../perform.ts';
import type { Session } from '../relay/sessions.ts';

/** A worker that has to be woken first answers within two seconds. */
const PATIENCE_MS = 5_000;

/** Asks the extension's worker for something small, to see whether it answers. It needs neither a session nor a tab. */
export const pingBrowser = browserRun(
  async ({ browser }: v.InferOutput<typeof input>, { id, relay, patience }, { now, verdict }) => {
    const began = now();
    const session: Session = { session: 'ping', tabs: [], opened: 0, createdAt: began };
    const link = relay.linkFor(session, browser);
    const { name } = link.browser;
    await relay.perform({
      id,
      action: 'debug.log',
      params: { limit: 1 },
      session,
      tabId: null,
      link,
      mayRead: (path) => verdict(path, 'read'),
      patience: {
        ...patience,
        deadline: Math.min(patience.deadline, began + PATIENCE_MS),
        late: () =>
          browserError(
            'TIMEOUT',
            `The extension in the browser ${name} is connected, but does not answer`,
            'Reload it in chrome://extensions, or start the browser again.',
          ),
      },
    });
    return { browser: name, elapsedMs: now() - began };
  },
);
