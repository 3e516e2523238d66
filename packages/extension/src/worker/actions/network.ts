import type { RequestEntry } from '@helve/browser/protocol';
import { Failure } from '../../failure.ts';
import { permit } from '../people/permits.ts';
import { isMark } from '../../request-mark.ts';
import { tabOf, type WorkerAction, type WorkerCall } from '../request/call.ts';
import { Recorded } from '../tabs/recorded.ts';

/** A request, and the page that made it. */
interface Kept {
  readonly entry: RequestEntry;
  readonly page: string;
}

interface Recording {
  readonly requests: Map<string, Kept>;
  readonly end: () => void;
}

const recorded = new Recorded('network');
const recordings = new Map<number, Recording>();

const MOST_KEPT = 500;

/** Gives the requests of a tab since recording started: never what was sent or received. */
export const network: WorkerAction<'network'> = async ({ record }, call) => {
  const tabId = tabOf(call);
  if (record === 'start') {
    await recorded.start(tabId);
    watch(tabId);
  }
  const requests = await permitted([...(recordings.get(tabId)?.requests.values() ?? [])], call);
  if (record === 'stop') {
    await recorded.stop(tabId);
    recordings.get(tabId)?.end();
  }
  return { data: { recording: await recorded.has(tabId), requests } };
};

/** A worker that was ended goes on recording when it is back. */
export function listenToNetworks(): void {
  void watchAgain();
  recorded.forgetClosed();
  chrome.tabs.onRemoved.addListener((tabId) => recordings.get(tabId)?.end());
}

async function watchAgain(): Promise<void> {
  for (const tabId of await recorded.tabs()) watch(tabId);
}

/** The tab may have shown pages that this request may not know about. */
async function permitted(kept: readonly Kept[], { request, signal }: WorkerCall): Promise<RequestEntry[]> {
  const forbidden = new Set<string>();
  for (const page of new Set(kept.map((each) => each.page))) {
    await permit(request, page, signal).catch((thrown: unknown) => {
      if (!(thrown instanceof Failure) || thrown.code !== 'PERMISSION_DENIED') throw thrown;
      forbidden.add(page);
    });
  }
  return kept.filter(({ page }) => !forbidden.has(page)).map(({ entry }) => entry);
}

function watch(tabId: number): void {
  if (recordings.has(tabId)) return;
  const requests = new Map<string, Kept>();
  const { onBeforeRequest, onBeforeRedirect, onCompleted, onErrorOccurred } = chrome.webRequest;
  const filter: chrome.webRequest.RequestFilter = { urls: ['<all_urls>'], tabId };
  const begin = ({ requestId, method, url, type, timeStamp, initiator }: chrome.webRequest.OnBeforeRequestDetails) => {
    if (isMark(method, url)) return undefined;
    const page = type === 'main_frame' ? url : (initiator ?? url);
    requests.set(requestId, { page, entry: { method, url, type, at: Math.round(timeStamp) } });
    for (const old of [...requests.keys()].slice(0, -MOST_KEPT)) requests.delete(old);
    return undefined;
  };
  const end = ({ requestId, timeStamp, ...details }: Ended) => {
    const kept = requests.get(requestId);
    if (!kept) return;
    const { statusCode, fromCache, error } = details;
    const entry: RequestEntry = {
      ...kept.entry,
      ...(statusCode === undefined || statusCode === 0 ? {} : { status: statusCode }),
      elapsed: Math.round(timeStamp - kept.entry.at),
      ...(fromCache ? { fromCache } : {}),
      ...(error === undefined ? {} : { error }),
    };
    requests.set(requestId, { ...kept, entry });
  };
  /** What follows has the same number. */
  const redirect = (details: Ended) => {
    end(details);
    const kept = requests.get(details.requestId);
    requests.delete(details.requestId);
    if (kept) requests.set(`${details.requestId} ${kept.entry.url}`, kept);
  };
  onBeforeRequest.addListener(begin, filter);
  onBeforeRedirect.addListener(redirect, filter);
  onCompleted.addListener(end, filter);
  onErrorOccurred.addListener(end, filter);
  recordings.set(tabId, {
    requests,
    end: () => {
      recordings.delete(tabId);
      onBeforeRequest.removeListener(begin);
      onBeforeRedirect.removeListener(redirect);
      onCompleted.removeListener(end);
      onErrorOccurred.removeListener(end);
    },
  });
}

interface Ended {
  readonly requestId: string;
  readonly timeStamp: number;
  readonly statusCode?: number;
  readonly fromCache?: boolean;
  readonly error?: string;
}
