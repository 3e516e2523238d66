/** What the tab commands do: the relay knows the tabs of a session by names, the browser by numbers. */
import { obstacleError } from '../people/obstacle-error.ts';
import { browserRun, type PageInput } from '../perform.ts';
import { describeTabs, sessionNotFound } from '../relay/sessions.ts';

interface OpenInput extends PageInput {
  readonly url: string;
  readonly browser?: string | undefined;
}

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

export const listTabs = browserRun(async ({ session: id }: PageInput, { relay }) => {
  const session = relay.sessions.get(id);
  return { session: session.session, tabs: describeTabs(session) };
});

interface TabInput extends PageInput {
  readonly tab?: string | undefined;
}

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
