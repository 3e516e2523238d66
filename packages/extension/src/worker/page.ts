import type { Action, Data, PageState, Params, Target } from '@helve/browser/protocol';
import { Failure, fromActionFailure } from '../failure.ts';
import type { PageAnswer, PageAsk, ViewAsk } from '../page-message.ts';
import { tabGone, tabOf, type WorkerAction, type WorkerCall } from './call.ts';
import { pageState } from './page-state.ts';
import { frameAddress } from './frame-address.ts';
import { permit } from './permits.ts';
import { watchRequests } from './requests.ts';
import { frameOf, nextHandle, noteHandles, staleHandle } from './handles.ts';

/** The page went away before it answered, as it does when a click leads elsewhere. */
export class PageGone extends Error {}

/** An action that is done by the code in the page, in the frame that its target is in. */
export function inPage<A extends Action>(action: A): WorkerAction<A> {
  return async (params, call) => {
    const tabId = tabOf(call);
    const { target } = params as { readonly target?: Target };
    const { frameId, documentId } = await frameOf(call.request.session, tabId, target);
    try {
      return await askFrame(action, params, call, { tabId, frameId, documentId });
    } catch (thrown) {
      if (!(thrown instanceof PageGone)) throw thrown;
      // Reading may begin again in the page that came; doing may not.
      if (!call.request.destructive) return readAgain(action, params, call, { tabId, frameId, documentId });
      throw new Failure('SCRIPT_ERROR', 'The page went away before it answered', 'Look at the page that came.');
    }
  };
}

/** Some pages leave again and again. */
async function readAgain<A extends Action>(action: A, params: Params<A>, call: WorkerCall, frame: Frame) {
  for (;;) {
    call.signal.throwIfAborted();
    try {
      return await askFrame(action, params, call, frame);
    } catch (thrown) {
      if (!(thrown instanceof PageGone)) throw thrown;
    }
  }
}

interface Frame {
  readonly tabId: number;
  readonly frameId: number;
  readonly documentId: string | undefined;
}

/** Asks the code in one frame, which is put there when it is first needed. */
export async function askFrame<A extends Action>(
  action: A,
  params: Params<A>,
  call: WorkerCall,
  { tabId, frameId, documentId }: Frame,
): Promise<{ readonly data: Data<A>; readonly page: PageState; readonly documentId: string }> {
  const { id, session, destructive } = call.request;
  const document = await documentOf(tabId, frameId);
  const begun = call.notes.documentId;
  if (begun !== undefined && begun !== document) throw new PageGone();
  if (documentId !== undefined && documentId !== document) {
    const { handle = '' } = (params as { target?: { handle?: string } }).target ?? {};
    throw staleHandle(handle);
  }
  if (destructive) {
    watchRequests(tabId);
    await call.note({ documentId: document });
  }
  const ask = { helve: 'ask', id, action, params, destructive, nextHandle: await nextHandle(session) } as const;
  const answer = await sendWhereAllowed(call, tabId, frameId, ask);
  await noteHandles(session, answer.nextHandle, { tabId, frameId, documentId: document });
  if (!answer.ok) throw fromActionFailure(answer.error);
  const page = frameId === 0 ? answer.page : await pageState(tabId);
  return { data: answer.data as Data<A>, page, documentId: document };
}

/** How often a page may turn out to be from elsewhere before it is left alone. */
const MOST_MOVES = 5;

/** The page itself has the last word on where it is from: another may have come since it was looked at. */
async function sendWhereAllowed(
  { request, signal }: WorkerCall,
  tabId: number,
  frameId: number,
  ask: Omit<PageAsk, 'origin'>,
): Promise<PageAnswer> {
  if (!request.origins) return sendToFrame<PageAnswer>(tabId, frameId, ask);
  let address = await frameAddress(tabId, frameId);
  for (let attempt = 1; ; attempt++) {
    const answer = await sendToFrame<PageAnswer>(tabId, frameId, {
      ...ask,
      origin: await permit(request, address, signal),
    });
    if (answer.ok || answer.elsewhere === undefined || attempt === MOST_MOVES) return answer;
    address = answer.elsewhere;
  }
}

export async function documentOf(tabId: number, frameId: number): Promise<string> {
  const until = Date.now() + FIRST_PAGE_MS;
  for (;;) {
    const frame = await chrome.webNavigation.getFrame({ tabId, frameId }).catch((error: unknown) => {
      throw tabGone(tabId, error);
    });
    if (frame) return frame.documentId;
    const tab = await chrome.tabs.get(tabId).catch((error: unknown) => {
      throw tabGone(tabId, error);
    });
    // A tab that was opened just now has no page yet.
    if (frameId !== 0 || Date.now() > until) {
      throw new Failure('SCRIPT_ERROR', `The frame is no longer there (${tab.url ?? ''})`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const FIRST_PAGE_MS = 5_000;
const LOOK_MS = 20;

/** Sends a message to the code in a frame, which is put there first where nobody listens. */
export async function sendToFrame<Answer>(tabId: number, frameId: number, ask: PageAsk | ViewAsk): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await chrome.tabs.sendMessage<object, Answer | undefined>(tabId, ask, { frameId });
      if (answer === undefined) throw new PageGone();
      return answer;
    } catch (thrown) {
      if (thrown instanceof PageGone) throw thrown;
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      // Nobody listens: nothing was begun.
      if (/Receiving end does not exist/.test(message) && attempt <= 3) await inject(tabId, frameId);
      else if (/message (?:channel|port) (?:is )?closed/.test(message)) throw new PageGone();
      else throw tabGone(tabId, thrown);
    }
  }
}

async function inject(tabId: number, frameId: number): Promise<void> {
  try {
    await chrome.scripting.executeScript({
      target: { tabId, frameIds: [frameId] },
      files: ['page.js'],
      injectImmediately: true,
    });
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    // It leaves just now: nothing was begun, and whoever comes is asked.
    if (/Frame with ID \d+ was removed|document.*(?:removed|gone)/i.test(message)) throw new PageGone();
    if (/error page/.test(message)) {
      throw new Failure('NAVIGATION_FAILED', 'The tab shows an error page of the browser', 'Navigate somewhere else.');
    }
    if (/Cannot access|cannot be scripted|chrome:\/\//.test(message)) {
      throw new Failure('SCRIPT_ERROR', `The browser lets nobody into this page: ${message}`);
    }
    throw tabGone(tabId, thrown);
  }
}
