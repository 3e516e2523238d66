import type { PendingAsk } from '../../page-message.ts';
import { isMark } from '../../request-mark.ts';

/** What a tab that agents act in asks its servers for. */
interface Watch {
  readonly since: number;
  /** What it has not got yet: when it was asked for, by the number of the request. */
  readonly underWay: Map<string, number>;
  /** When it got something last. */
  gotLast: number;
  /** Marks that have come by, or are waited for. */
  readonly marks: Map<string, Coming>;
}

const watches = new Map<number, Watch>();

/** How long a mark is waited for. */
const MARK_MS = 500;

/** Counts from now on what a tab asks for. */
export function watchRequests(tabId: number): void {
  if (watches.has(tabId)) return;
  const watch = open(tabId);
  const { underWay, marks } = watch;
  const { onBeforeRequest, onCompleted, onErrorOccurred } = chrome.webRequest;
  const begin = ({ requestId, timeStamp, method, url }: chrome.webRequest.OnBeforeRequestDetails) => {
    if (isMark(method, url)) comingIn(marks, url).arrive();
    else underWay.set(requestId, timeStamp);
    return undefined;
  };
  const end = ({ requestId }: { readonly requestId: string }) => {
    if (underWay.delete(requestId)) watch.gotLast = Date.now();
  };
  const filter: chrome.webRequest.RequestFilter = { urls: ['<all_urls>'], tabId, types: [...TYPES] };
  onBeforeRequest.addListener(begin, filter);
  for (const event of [onCompleted, onErrorOccurred]) event.addListener(end, filter);
  const forget = (closed: number) => {
    if (closed !== tabId) return;
    watches.delete(tabId);
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
    void isPending(watches.get(sender.tab?.id ?? -1), message).then(respond);
    return true;
  });
}

/**
 * What the page asked for before this worker was there, or just now where the browser is slow to tell of it, nobody knows:
 * it may well be on its way.
 */
async function isPending(watch: Watch | undefined, { since, began, read, mark }: PendingAsk): Promise<boolean> {
  if (!watch || watch.since > began) return true;
  if (mark !== undefined && !(await hasComeBy(watch, mark))) return true;
  return watch.gotLast >= read || [...watch.underWay.values()].some((asked) => asked >= since);
}

async function hasComeBy({ marks }: Watch, mark: string): Promise<boolean> {
  const arrived = comingIn(marks, mark).arrived.then(() => true);
  const late = new Promise<false>((resolve) => setTimeout(resolve, MARK_MS, false));
  const came = await Promise.race([arrived, late]);
  marks.delete(mark);
  return came;
}

function open(tabId: number): Watch {
  const watch: Watch = { since: Date.now(), underWay: new Map(), gotLast: 0, marks: new Map() };
  watches.set(tabId, watch);
  return watch;
}

interface Coming {
  readonly arrived: Promise<void>;
  readonly arrive: () => void;
}

function comingIn(marks: Map<string, Coming>, url: string): Coming {
  const known = marks.get(url);
  if (known) return known;
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const coming = { arrived, arrive };
  marks.set(url, coming);
  return coming;
}

/** What changes a page when it comes; a picture does not. */
const TYPES = ['main_frame', 'sub_frame', 'script', 'stylesheet', 'xmlhttprequest'] as const;
