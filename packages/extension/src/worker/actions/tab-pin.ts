import { tabOf, type WorkerAction, type WorkerCall } from '../request/call.ts';
import { onceFree, tabFailure } from '../chrome-fault.ts';
import { syncGroups } from '../tabs/groups.ts';

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
