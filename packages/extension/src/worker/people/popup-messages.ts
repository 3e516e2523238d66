import type { PopupAsk, PopupState, PopupTab } from '../../popup/messages.ts';
import { absent } from '../chrome-fault.ts';
import { connection } from '../connection/connection.ts';
import { runningFor } from '../request/dispatch.ts';
import { readCredentials } from '../connection/credentials.ts';
import { pair, type PairResult } from '../connection/pairing.ts';
import { atWork, people } from './people.ts';
import { wake } from '../connection/stay-awake.ts';
import { isStopped } from './stopped.ts';

/** Answers the popup. */
export function listenToPopup(): void {
  chrome.runtime.onMessage.addListener((message: PopupAsk, sender, respond) => {
    if (sender.id !== chrome.runtime.id || !isOwnPage(sender)) return false;
    const answering = answer(message);
    answering?.then(
      (answered) => respond(answered ?? null),
      () => respond(undefined),
    );
    return answering !== undefined;
  });
}

function answer(message: PopupAsk): Promise<unknown> | undefined {
  switch (message.helve) {
    case 'state':
      return currentState();
    case 'pair':
      return pairNow(message.code, message.port);
    default:
      return undefined;
  }
}

/** Code of ours in a web page has the same id, and may not ask for this. */
function isOwnPage({ origin }: chrome.runtime.MessageSender): boolean {
  return origin === `chrome-extension://${chrome.runtime.id}`;
}

async function pairNow(code: string, port: number): Promise<PairResult> {
  const result = await pair(code, port);
  if (result.ok) {
    await connection.reopen();
    await wake();
  }
  return result;
}

async function currentState(): Promise<PopupState> {
  const credentials = await readCredentials();
  const connected = connection.state === 'connected';
  const sessions = connected ? atWork() : [];
  const nameOf = (id: string) => people.sessions.find(({ session }) => session === id)?.label ?? `helve ${id}`;
  return {
    state: connection.state,
    name: credentials?.name,
    stopped: await isStopped(),
    sessions: await Promise.all(
      sessions.map(async ({ session, tabs, needs }) => ({
        session,
        who: nameOf(session),
        tabs: await describeTabs(tabs),
        doing: runningFor(session),
        needs,
      })),
    ),
    receivers: connected ? people.sessions.map(({ session }) => ({ session, who: nameOf(session) })) : [],
    inFront: connected ? await tabInFront() : undefined,
    questions: connected ? [...people.questions.values()].map((each) => ({ ...each, who: nameOf(each.session) })) : [],
  };
}

/** The tab that the person looks at, unless it is an agent's already or one of our own pages. */
async function tabInFront(): Promise<PopupTab | undefined> {
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  const isOwned = people.sessions.some(({ tabs }) => tabs.includes(tab?.id ?? -1));
  if (tab?.id === undefined || isOwned || !/^(?:https?|file):/.test(tab.url ?? '')) return undefined;
  return { tabId: tab.id, title: tab.title ?? '', url: tab.url ?? '' };
}

async function describeTabs(tabs: readonly number[]) {
  const found = await Promise.all(tabs.map((tabId) => chrome.tabs.get(tabId).catch(absent)));
  return found.flatMap((tab) =>
    tab?.id === undefined ? [] : [{ tabId: tab.id, title: tab.title ?? '', url: tab.url ?? '' }],
  );
}
