import { Failure } from '../../failure.ts';
import { tabGone, tabOf, type WorkerAction } from '../call.ts';
import { watchLoad } from '../load.ts';

export const navigate: WorkerAction<'navigate'> = async ({ url }, call) => {
  const tabId = tabOf(call);
  const began = Date.now();
  const before = await chrome.tabs.get(tabId).catch((error: unknown) => {
    throw tabGone(tabId, error);
  });
  const watch = watchLoad(tabId, call);
  try {
    // When the worker was ended on the way, the tab has left or not: it is sent off once.
    const left = call.notes.from !== undefined && (before.url !== call.notes.from || before.pendingUrl !== undefined);
    if (!left) {
      await call.note({ from: before.url ?? '' });
      await chrome.tabs.update(tabId, { url }).catch((error: unknown) => {
        throw new Failure(
          'NAVIGATION_FAILED',
          error instanceof Error ? error.message : String(error),
          'Check the address.',
        );
      });
    }
    const tab = await watch.loaded({ fresh: !left });
    return { data: { url: tab.url ?? '', title: tab.title ?? '', loadTime: Date.now() - began } };
  } finally {
    watch.end();
  }
};
