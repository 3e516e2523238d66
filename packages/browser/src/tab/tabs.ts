/** What the tab commands do: the relay knows the tabs of a session by names, the browser by numbers. */
import type * as v from 'valibot';
import type { input } from '../commands/browser/tab/open.ts';
import { obstacleError } from '../people/obstacle-error.ts';
import type { Given, session, SessionInput, tab } from '../commands/parameters.ts';
import { browserRun, type Call } from '../perform.ts';
import { describeTabs, type Session, sessionNotFound, type Tab } from '../relay/sessions.ts';

type OpenInput = v.InferOutput<typeof input>;

/** Opens a tab and binds the session to it; without a session it makes one, which goes again if that fails. */
export const openTab = browserRun(async (input: OpenInput, call, { now }) => {
  const { sessions } = call.relay;
  const given = input.session ? sessions.get(input.session) : undefined;
  const session = given ?? sessions.create(undefined, now());
  try {
    const { tab, url } = await openIn(session, input, call);
    return { session: session.session, tab, bound: true as const, url };
  } catch (thrown) {
    if (!given && session.tabs.length === 0) sessions.remove(session);
    throw thrown;
  }
});

/** Opens a tab in a session and binds it. */
export async function openIn(
  session: Session,
  { url: wanted, browser }: Pick<OpenInput, 'url' | 'browser'>,
  { relay, act, obstacle }: Call,
): Promise<Tab> {
  const { sessions } = relay;
  const link = relay.linkFor(session, browser);
  const { tabId, url, title } = await act('tab.open', { url: wanted }, { session, tab: null, browser });
  if (!sessions.all().includes(session)) {
    // It was closed in the meantime, and has no tabs any more.
    await act('tab.close', {}, { session, tab: { tab: '', tabId, url, title } });
    throw sessionNotFound(session.session);
  }
  sessions.moveTo(session, link);
  const added = sessions.addTab(session, { tabId, url, title });
  session.bound = added.tab;
  sessions.save();
  const found = obstacle();
  if (found) throw obstacleError(relay, session, added, found);
  return added;
}

export const listTabs = browserRun(async ({ session: id }: SessionInput, { relay, shown }) => {
  const session = relay.sessions.get(id);
  const tabs = await Promise.all(describeTabs(session).map((tab) => shown(session, tab)));
  return { session: session.session, tabs };
});

type TabInput = Given<{ session: typeof session; tab: typeof tab }>;

export const closeTab = browserRun(async (input: TabInput, { relay, act }) => {
  const session = relay.sessions.get(input.session);
  const tab = relay.sessions.tab(session, input.tab);
  if (!tab.given) await act('tab.close', {}, { session, tab });
  relay.sessions.removeTab(session, tab);
  return { tab: tab.tab, closed: !tab.given };
});

export const pinTab = browserRun(async (input: TabInput, { relay, act }) => {
  const session = relay.sessions.get(input.session);
  const tab = relay.sessions.tab(session, input.tab);
  return { tab: tab.tab, ...(await act('tab.pin', {}, { session, tab })) };
});

export const unpinTab = browserRun(async (input: TabInput, { relay, act }) => {
  const session = relay.sessions.get(input.session);
  const tab = relay.sessions.tab(session, input.tab);
  return { tab: tab.tab, ...(await act('tab.unpin', {}, { session, tab })) };
});
