/** What the session commands do. All of it is in the relay; only closing goes to the browser. */
import { CommandError } from '@helve/command';
import type * as v from 'valibot';
import type { input } from '../commands/browser/session/bind.ts';
import type { SessionInput } from '../commands/parameters.ts';
import { browserRun } from '../perform.ts';
import type { input as createInput } from '../commands/browser/session/create.ts';
import { describeSession, sessionNotFound } from '../relay/sessions.ts';

export const createSession = browserRun(async ({ label }: v.InferOutput<typeof createInput>, { relay }, { now }) =>
  describeSession(relay.sessions.create(label?.trim() || undefined, now()), undefined),
);

export const listSessions = browserRun(async (_: object, { relay }) => ({
  sessions: relay.sessions.all().map((session) => describeSession(session, relay.nameOf(session.instance))),
}));

type BindInput = v.InferOutput<typeof input>;

export const bindSession = browserRun(async ({ session: id, tab: name, pacing }: BindInput, { relay }) => {
  const session = relay.sessions.get(id);
  const { tab } = relay.sessions.tab(session, name);
  session.bound = tab;
  if (pacing) session.pacing = pacing;
  else delete session.pacing;
  relay.sessions.save();
  return { session: session.session, tab, ...(pacing ? { pacing } : {}) };
});

export const unbindSession = browserRun(async ({ session: id }: SessionInput, { relay }) => {
  const session = relay.sessions.get(id);
  delete session.bound;
  delete session.lost;
  relay.handOff.resume(session, 'command');
  return {};
});

export const resumeSession = browserRun(async ({ session: id }: SessionInput, { relay }) => {
  const session = relay.sessions.get(id);
  relay.handOff.resume(session, 'command');
  return { session: session.session };
});

/** Closes its tabs as far as they can be reached, and forgets the session in any case. */
export const closeSession = browserRun(async ({ session: id }: SessionInput, { relay, act }) => {
  const session = relay.sessions.get(id);
  relay.questions.withdrawSession(session.session, sessionNotFound(session.session));
  // It may be closed while it waits for a person.
  const { paused: _, ...awake } = session;
  const closedTabs: string[] = [];
  for (const tab of session.tabs) {
    // It goes back to the person who handed it over.
    if (tab.given) continue;
    try {
      await act('tab.close', {}, { session: awake, tab });
      closedTabs.push(tab.tab);
    } catch (thrown) {
      if (!(thrown instanceof CommandError) || thrown.code === 'CANCELLED') throw thrown;
    }
  }
  relay.end(session);
  return { session: session.session, closedTabs };
});
