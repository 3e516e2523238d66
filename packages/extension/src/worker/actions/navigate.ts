import { tabAt, tabOf, type WorkerAction } from '../request/call.ts';
import { onceFree, tabFailure } from '../chrome-fault.ts';
import { watchLoad } from '../tabs/load.ts';
import { Failure } from '../../failure.ts';

export const navigate: WorkerAction<'navigate'> = async ({ url }, call) => {
  refuseOwnPage(url);
  const tabId = tabOf(call);
  const began = Date.now();
  const before = await tabAt(tabId);
  const watch = watchLoad(tabId, call);
  try {
    // When the worker was ended on the way, the tab has left or not: it is sent off once.
    const left = call.notes.from !== undefined && (before.url !== call.notes.from || before.pendingUrl !== undefined);
    if (!left) {
      await call.note({ from: before.url ?? '' });
      await onceFree(call.signal, () => chrome.tabs.update(tabId, { url })).catch((thrown: unknown) => {
        throw tabFailure(tabId, thrown, { code: 'NAVIGATION_FAILED', hint: 'Check the address.' });
      });
    }
    const tab = await watch.loaded({ fresh: !left });
    return { data: { url: tab.url ?? '', title: tab.title ?? '', loadTime: Date.now() - began } };
  } finally {
    watch.end();
  }
};

/** The popup and the like are there for the person, who decides about agents in them. */
export function refuseOwnPage(address: string): void {
  const { protocol, host } = new URL(chrome.runtime.getURL(''));
  const url = new URL(address);
  if (url.protocol !== protocol || url.host !== host) return;
  throw new Failure('PERMISSION_DENIED', 'The pages of the extension are not for agents', 'Go to another address.');
}
