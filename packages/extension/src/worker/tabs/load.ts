import { Failure } from '../../failure.ts';
import { tabAt, type WorkerCall } from '../request/call.ts';

/** What a tab does from now on. */
export interface LoadWatch {
  /** Waits until the tab has loaded what it was sent to. `fresh`: it was sent there since, and has not left before it says so. */
  readonly loaded: (options: { readonly fresh: boolean }) => Promise<chrome.tabs.Tab>;
  readonly end: () => void;
}

const LOOK_MS = 50;

interface Details {
  readonly tabId: number;
  readonly frameId: number;
  readonly error?: string;
}

/** Watches a tab, which is looked at again and again: events alone do not tell of a page that was there at once. */
export function watchLoad(
  tabId: number,
  { request: { deadline }, signal }: WorkerCall,
  abortedBefore = false,
): LoadWatch {
  let [moved, aborted, failed]: [boolean, boolean, string | undefined] = [false, abortedBefore, undefined];
  const mine = (details: Details) => details.tabId === tabId && details.frameId === 0;
  const onBegin = (details: Details) => {
    if (mine(details)) [aborted, failed] = [false, undefined];
  };
  const onMove = (details: Details) => {
    if (mine(details)) moved = true;
  };
  const onError = (details: Details) => {
    if (!mine(details)) return;
    // The address was no page, or another came in between.
    if (details.error === 'net::ERR_ABORTED') aborted = true;
    else [moved, failed] = [true, details.error];
  };
  const { onBeforeNavigate, onCommitted, onErrorOccurred, onHistoryStateUpdated, onReferenceFragmentUpdated } =
    chrome.webNavigation;
  onBeforeNavigate.addListener(onBegin);
  onErrorOccurred.addListener(onError);
  for (const event of [onCommitted, onHistoryStateUpdated, onReferenceFragmentUpdated]) event.addListener(onMove);
  return {
    loaded: async ({ fresh }) => {
      let idle = 0;
      for (;;) {
        signal.throwIfAborted();
        const tab = await tabAt(tabId);
        if (failed !== undefined) throw notLoaded(failed);
        if (tab.status === 'complete' && !tab.pendingUrl && (moved || !(fresh || aborted))) {
          const frame = await chrome.webNavigation.getFrame({ tabId, frameId: 0 });
          if (frame?.errorOccurred && !moved) throw notLoaded('the browser shows an error page');
          return tab;
        }
        // Seen twice: another may be about to begin.
        idle = aborted && tab.status === 'complete' ? idle + 1 : 0;
        if (idle > 1) throw ledNowhere();
        if (Date.now() > deadline) throw new Failure('TIMEOUT', 'The page did not finish loading in time');
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    },
    end: () => {
      onBeforeNavigate.removeListener(onBegin);
      onErrorOccurred.removeListener(onError);
      for (const event of [onCommitted, onHistoryStateUpdated, onReferenceFragmentUpdated])
        event.removeListener(onMove);
    },
  };
}

/** Hears of loads that are aborted in tabs which are not known yet: a new one may be done with before it is watched. */
export function hearAborts(): { readonly has: (tabId: number) => boolean; readonly end: () => void } {
  const aborted = new Set<number>();
  const onError = ({ tabId, frameId, error }: Details) => {
    if (frameId === 0 && error === 'net::ERR_ABORTED') aborted.add(tabId);
  };
  chrome.webNavigation.onErrorOccurred.addListener(onError);
  return {
    has: (tabId) => aborted.has(tabId),
    end: () => chrome.webNavigation.onErrorOccurred.removeListener(onError),
  };
}

/** The tab is where it was: what came was a file, or nothing, or was for another program. */
export function ledNowhere(): Failure {
  return new Failure('NAVIGATION_FAILED', 'The URL opens no page', 'If it is a file: helve browser download --url …');
}

function notLoaded(error: string): Failure {
  return new Failure('NAVIGATION_FAILED', `The page could not be loaded: ${error}`, 'Check the address.', { error });
}
