import { Failure } from '../../failure.ts';
import { tabAt, tabOf, type WorkerAction } from '../request/call.ts';
import { absent } from '../chrome-fault.ts';
import { watchLoad } from '../tabs/load.ts';

/** By when a tab that goes somewhere has begun to. */
const BEGINS_MS = 2_000;
const LOOK_MS = 30;

export const back = move('back', (tabId) => walk(tabId, -1));
export const forward = move('forward', (tabId) => walk(tabId, 1));
export const reload = move('reload', (tabId) => chrome.tabs.reload(tabId));

/** Sends the tab off once, also if the worker is ended on the way: then it has left what it showed before, or not. */
function move<A extends 'back' | 'forward' | 'reload'>(
  action: A,
  go: (tabId: number) => Promise<unknown>,
): WorkerAction<A> {
  return async (_, call) => {
    const tabId = tabOf(call);
    const began = Date.now();
    const before = await place(tabId);
    const watch = watchLoad(tabId, call);
    try {
      if (call.notes.from === undefined || call.notes.from === before) {
        await call.note({ from: before });
        await go(tabId);
        await leaves(tabId, before, action);
      }
      const tab = await watch.loaded({ fresh: false });
      return { data: { url: tab.url ?? '', title: tab.title ?? '', loadTime: Date.now() - began } };
    } finally {
      watch.end();
    }
  };
}

/** The browser's own Back skips pages that nobody has touched, and in an agent's tab nobody has touched any: the page walks. */
async function walk(tabId: number, steps: number): Promise<void> {
  await chrome.scripting
    .executeScript({ target: { tabId }, injectImmediately: true, func: (by: number) => history.go(by), args: [steps] })
    // Nobody is let into an error page.
    .catch((thrown: unknown) => {
      absent(thrown);
      return (steps < 0 ? chrome.tabs.goBack(tabId) : chrome.tabs.goForward(tabId)).catch(absent);
    });
}

async function leaves(tabId: number, from: string, action: string): Promise<void> {
  const end = Date.now() + BEGINS_MS;
  while ((await place(tabId)) === from) {
    if (Date.now() > end) {
      throw new Failure('NAVIGATION_FAILED', `There is no page to go ${action} to`, 'Navigate to an address instead.');
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** What the tab shows, or is about to. */
async function place(tabId: number): Promise<string> {
  const tab = await tabAt(tabId);
  const frame = await chrome.webNavigation.getFrame({ tabId, frameId: 0 });
  return [frame?.documentId, tab.url, tab.pendingUrl, tab.status].join(' ');
}
