import type { PendingAsk } from '../page-message.ts';

/** What pages that agents act in have asked their servers for and not got yet: when, by the number of the request. */
const watched = new Map<number, Map<string, number>>();

/** Counts from now on what a tab asks for. */
export function watchRequests(tabId: number): void {
  if (watched.has(tabId)) return;
  const underWay = new Map<string, number>();
  watched.set(tabId, underWay);
  const { onBeforeRequest, onCompleted, onErrorOccurred } = chrome.webRequest;
  const begin = ({ requestId, timeStamp }: Details) => {
    underWay.set(requestId, timeStamp);
    return undefined;
  };
  const end = ({ requestId }: Details) => {
    underWay.delete(requestId);
  };
  const filter: chrome.webRequest.RequestFilter = { urls: ['<all_urls>'], tabId, types: [...TYPES] };
  onBeforeRequest.addListener(begin, filter);
  for (const event of [onCompleted, onErrorOccurred]) event.addListener(end, filter);
  const forget = (closed: number) => {
    if (closed !== tabId) return;
    watched.delete(tabId);
    onBeforeRequest.removeListener(begin);
    for (const event of [onCompleted, onErrorOccurred]) event.removeListener(end);
    chrome.tabs.onRemoved.removeListener(forget);
  };
  chrome.tabs.onRemoved.addListener(forget);
}

/** Answers the code in a page. */
export function listenToSettlers(): void {
  chrome.runtime.onMessage.addListener((message: PendingAsk, sender, respond) => {
    if (sender.id !== chrome.runtime.id || message.helve !== 'pending') return false;
    const underWay = watched.get(sender.tab?.id ?? -1) ?? new Map<string, number>();
    respond([...underWay.values()].some((began) => began >= message.since));
    return false;
  });
}

interface Details {
  readonly requestId: string;
  readonly timeStamp: number;
}

/** What changes a page when it comes; a picture does not. */
const TYPES = ['main_frame', 'sub_frame', 'script', 'stylesheet', 'xmlhttprequest'] as const;
