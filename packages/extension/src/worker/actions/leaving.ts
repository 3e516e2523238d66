import { type Action, type Data, NO_PAGE, type Params, type Target } from '@helve/browser/protocol';
import { tabAt, tabOf, type WorkerAction } from '../request/call.ts';
import { absent } from '../chrome-fault.ts';
import { focusedFrame } from '../page/focused-frame.ts';
import { frameOf } from '../page/handles.ts';
import { askFrame, PageGone, untilItStays } from '../page/ask-page.ts';

/** How long the page that comes is waited for. */
const LOADS_MS = 5_000;
const LOOK_MS = 30;

/** What is done where the focus is, unless an element is named. */
const KEYS: ReadonlySet<Action> = new Set(['press', 'type']);

/**
 * An action of the page which may well lead elsewhere; then it is over when the next page is there. A page that left before
 * it could answer has done it, and `left` says what is known then.
 */
export function leaving<A extends Action>(action: A, left: (params: Params<A>) => Data<A>): WorkerAction<A> {
  return async (params, call) => {
    const tabId = tabOf(call);
    const { target } = params as { readonly target?: Target };
    const focused = KEYS.has(action) && !target ? await focusedFrame(tabId) : undefined;
    const place = call.frame ?? focused ?? (await frameOf(call.request.session, tabId, target));
    const { status } = await chrome.tabs
      .get(tabId)
      .catch(absent)
      .then((tab) => tab ?? { status: 'unknown' });
    const asking = untilItStays(call, () => askFrame(action, params, call, { tabId, ...place }));
    const answered = await asking.catch((thrown: unknown) => {
      if (thrown instanceof PageGone) return undefined;
      throw thrown;
    });
    // A window may close itself, as one does that somebody signs in with.
    if (!(await chrome.tabs.get(tabId).catch(absent))) return { data: answered?.data ?? left(params), page: NO_PAGE };
    if (answered && (status !== 'complete' || !(await isLoading(tabId)))) return answered;
    const stable = await hasLoaded(tabId);
    // What leads to a download, or nowhere, leaves the page where it was.
    if (answered && (await isStillThere(tabId, place.frameId, answered.documentId))) return answered;
    const data = left(params);
    return { data: 'stable' in data ? { ...data, stable } : data };
  };
}

async function isLoading(tabId: number): Promise<boolean> {
  return (await tabAt(tabId)).status === 'loading';
}

async function isStillThere(tabId: number, frameId: number, documentId: string): Promise<boolean> {
  const frame = await chrome.webNavigation.getFrame({ tabId, frameId }).catch(absent);
  return frame?.documentId === documentId;
}

/** Gives the page that comes a moment; says whether it was there by then. */
async function hasLoaded(tabId: number): Promise<boolean> {
  const end = Date.now() + LOADS_MS;
  while (Date.now() < end) {
    if (!(await isLoading(tabId))) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return false;
}
