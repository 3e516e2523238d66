import { NO_PAGE } from '@helve/browser/protocol';
import { tabOf, type WorkerAction } from '../request/call.ts';
import { onceFree, tabFailure, WorkerEnding } from '../chrome-fault.ts';

export const closeTab: WorkerAction<'tab.close'> = async (_, call) => {
  const tabId = tabOf(call);
  await onceFree(call.signal, () => chrome.tabs.remove(tabId)).catch((thrown: unknown) => {
    const failure = tabFailure(tabId, thrown);
    // It was closed by us, before the worker was ended.
    if (!call.resumed || failure instanceof WorkerEnding) throw failure;
  });
  return { data: { closed: true }, page: NO_PAGE };
};
