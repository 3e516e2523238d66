import type { PopupAsk, PopupState } from '../../popup/messages.ts';
import { absent } from '../chrome-fault.ts';
import { connection } from '../connection/connection.ts';
import { runningFor } from '../request/dispatch.ts';
import { readCredentials } from '../connection/credentials.ts';
import { pair, type PairResult } from '../connection/pairing.ts';
import { people } from './people.ts';
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
  const sessions = connected ? people.sessions : [];
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
    questions: connected ? [...people.questions.values()].map((each) => ({ ...each, who: nameOf(each.session) })) : [],
  };
}

async function describeTabs(tabs: readonly number[]) {
  const found = await Promise.all(tabs.map((tabId) => chrome.tabs.get(tabId).catch(absent)));
  return found.flatMap((tab) =>
    tab?.id === undefined ? [] : [{ tabId: tab.id, title: tab.title ?? '', url: tab.url ?? '' }],
  );
}
