import { NO_PAGE } from '@helve/browser/protocol';
import { tabGone, tabOf, type WorkerAction } from '../call.ts';

export const closeTab: WorkerAction<'tab.close'> = async (_, call) => {
  const tabId = tabOf(call);
  await chrome.tabs.remove(tabId).catch((error: unknown) => {
    // It was closed by us, before the worker was ended.
    if (!call.resumed) throw tabGone(tabId, error);
  });
  return { data: { closed: true }, page: NO_PAGE };
};
