import { tabGone, tabOf, type WorkerAction, type WorkerCall } from '../call.ts';

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
  await chrome.tabs.update(tabId, { pinned }).catch((error: unknown) => {
    throw tabGone(tabId, error);
  });
}
