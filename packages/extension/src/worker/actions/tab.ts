import { NO_PAGE } from '@helve/browser/protocol';
import { Failure } from '../../failure.ts';
import { pageState, tabOf, type WorkerAction, type WorkerCall } from '../request/call.ts';
import { absent, isWorkerEnding, onceFree, tabFailure, WorkerEnding } from '../chrome-fault.ts';
import { hearAborts, ledNowhere, watchLoad } from '../tabs/load.ts';
import { refuseOwnPage } from './navigate.ts';
import { openInOwnWindow } from '../tabs/own-window.ts';
import { syncGroups } from '../tabs/groups.ts';

/** Opens a tab in the agents' own window: nobody's focus is taken. */
export const openTab: WorkerAction<'tab.open'> = async ({ url }, call) => {
  refuseOwnPage(url);
  const aborts = hearAborts();
  const tabId = await findOrCreate(url, call).finally(aborts.end);
  const watch = watchLoad(tabId, call, aborts.has(tabId));
  try {
    const tab = await watch.loaded({ fresh: false });
    const page = await pageState(tabId);
    return { data: { tabId, url: tab.url ?? '', title: tab.title ?? '' }, page };
  } catch (thrown) {
    if (!isWorkerEnding(thrown)) await chrome.tabs.remove(tabId).catch(absent);
    // The browser closes a tab by itself that was opened for what is no page.
    throw thrown instanceof Failure && thrown.code === 'TAB_NOT_FOUND' ? ledNowhere() : thrown;
  } finally {
    watch.end();
  }
};

async function findOrCreate(url: string, call: WorkerCall): Promise<number> {
  return (await begun(url, call)) ?? create(url, call);
}

/** The tab that was opened for this request before the worker was ended. */
async function begun(url: string, { notes }: WorkerCall): Promise<number | undefined> {
  if (typeof notes.tabId === 'number') return notes.tabId;
  if (!Array.isArray(notes.others)) return undefined;
  const others = new Set<unknown>(notes.others);
  const wanted = new URL(url).href;
  const tabs = await chrome.tabs.query({});
  return tabs.find(({ id, url, pendingUrl }) => !others.has(id) && (pendingUrl ?? url) === wanted)?.id;
}

async function create(url: string, call: WorkerCall): Promise<number> {
  const others = await chrome.tabs.query({});
  await call.note({ others: others.map(({ id }) => id) });
  const tab = await openInOwnWindow(url, call.signal).catch((thrown: unknown) => {
    throw tabFailure(-1, thrown, { code: 'NAVIGATION_FAILED', hint: 'Check the address.' });
  });
  if (tab.id === undefined) throw new Failure('SCRIPT_ERROR', 'The browser gave the new tab no number');
  await call.note({ tabId: tab.id });
  return tab.id;
}

export const closeTab: WorkerAction<'tab.close'> = async (_, call) => {
  const tabId = tabOf(call);
  await onceFree(call.signal, () => chrome.tabs.remove(tabId)).catch((thrown: unknown) => {
    const failure = tabFailure(tabId, thrown);
    // It was closed by us, before the worker was ended.
    if (!call.resumed || failure instanceof WorkerEnding) throw failure;
  });
  return { data: { closed: true }, page: NO_PAGE };
};

export const pinTab: WorkerAction<'tab.pin'> = async (_, call) => {
  await setPinned(call, true);
  return { data: { pinned: true } };
};

export const unpinTab: WorkerAction<'tab.unpin'> = async (_, call) => {
  await setPinned(call, false);
  return { data: { pinned: false } };
};

async function setPinned(call: WorkerCall, pinned: boolean): Promise<void> {
  const tabId = tabOf(call);
  await onceFree(call.signal, () => chrome.tabs.update(tabId, { pinned })).catch((thrown: unknown) => {
    throw tabFailure(tabId, thrown);
  });
  // A pinned tab leaves its group: one that is not known to have been pinned would seem to be taken out by the person.
  await syncGroups();
}
