/** What the tab commands do: the relay knows the tabs of a session by names, the browser by numbers. */
import type * as v from 'valibot';
import type { input } from '../commands/browser/tab/open.ts';
import { obstacleError } from '../people/obstacle-error.ts';
import type { Given, session, SessionInput, tab } from '../commands/parameters.ts';
import { browserRun } from '../perform.ts';
import { describeTabs, sessionNotFound } from '../relay/sessions.ts';

type OpenInput = v.InferOutput<typeof input>;

/** Opens a tab and binds the session to it; without a session it makes one, which goes again if that fails. */
export const openTab = browserRun(async (input: OpenInput, { relay, act, obstacle }, { now }) => {
  const { sessions } = relay;
  const given = input.session ? sessions.get(input.session) : undefined;
  const session = given ?? sessions.create(undefined, now());
  try {
    const link = relay.linkFor(session, input.browser);
    const { tabId, url, title } = await act(
      'tab.open',
      { url: input.url },
      { session, tab: null, browser: input.browser },
    );
    if (!sessions.all().includes(session)) {
      // It was closed in the meantime, and has no tabs any more.
      await act('tab.close', {}, { session, tab: { tab: '', tabId, url, title } });
      throw sessionNotFound(session.session);
    }
    session.instance = link.browser.instance;
    if (link.hello) session.run = link.hello.run;
    const added = sessions.addTab(session, { tabId, url, title });
    session.bound = added.tab;
    sessions.save();
    const found = obstacle();
    if (found) throw obstacleError(relay, session, added, found);
    return { session: session.session, tab: added.tab, bound: true as const, url };
  } catch (thrown) {
    if (!given && session.tabs.length === 0) sessions.remove(session);
    throw thrown;
  }
});

export const listTabs = browserRun(async ({ session: id }: SessionInput, { relay }) => {
  const session = relay.sessions.get(id);
  return { session: session.session, tabs: describeTabs(session) };
});

type TabInput = Given<{ session: typeof session; tab: typeof tab }>;

export const closeTab = browserRun(async (input: TabInput, { relay, act }) => {
  const session = relay.sessions.get(input.session);
  const tab = relay.sessions.tab(session, input.tab);
  await act('tab.close', {}, { session, tab });
  relay.sessions.removeTab(session, tab);
  return { tab: tab.tab, closed: true as const };
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
