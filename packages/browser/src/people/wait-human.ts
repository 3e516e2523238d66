import type { SessionInput } from '../commands/parameters.ts';
import { browserRun } from '../perform.ts';
import { boundTab } from './hand-off.ts';

/** How long a person is waited for unless the caller says otherwise. */
const USUAL_MS = 5 * 60_000;

/** Waits until the person has done what the session was paused for, and tells what became of the page meanwhile. */
export const waitHuman = browserRun(async ({ session: id }: SessionInput, { relay, patience }, context) => {
  const session = relay.sessions.get(id);
  const began = context.now();
  if (session.paused !== undefined) context.progress(`Waiting for a person: ${session.paused}`);
  const { fullTimeout, timeout } = context.reach;
  const deadline = began + (fullTimeout ?? timeout ?? USUAL_MS);
  const done = await relay.handOff.wait(session, { ...patience, deadline });
  // It may have been closed meanwhile.
  relay.sessions.get(session.session);
  const { reason, url = '', title = '', by } = session.handOff ?? {};
  const before = { url, title };
  const { url: nowUrl = '', title: nowTitle = '' } = boundTab(session) ?? {};
  const now = { url: nowUrl, title: nowTitle };
  return {
    session: session.session,
    done,
    ...(done && by !== undefined ? { by } : {}),
    ...(reason === undefined ? {} : { reason }),
    waitedMs: context.now() - began,
    changed: session.handOff !== undefined && (before.url !== now.url || before.title !== now.title),
    before: session.handOff ? before : now,
    now,
  };
});
