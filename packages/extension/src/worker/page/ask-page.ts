import type { Action, Data, PageState, Params, Target } from '@helve/browser/protocol';
import { Failure, fromActionFailure } from '../../failure.ts';
import type { PageAnswer, PageAsk, ViewAsk } from '../../page-message.ts';
import { pageState, stillWanted, tabAt, tabOf, type WorkerAction, type WorkerCall } from '../request/call.ts';
import { absent, faultOf, tabFailure } from '../chrome-fault.ts';
import { knownDocuments } from './known-documents.ts';
import { permit } from '../people/permits.ts';
import { allowAsAfterClick } from '../tabs/as-after-click.ts';
import { watchRequests } from '../tabs/requests.ts';
import { frameOf, noteHandles, numbersFor, staleHandle } from './handles.ts';
import { whileThere } from './while-there.ts';

/** The page went away before it answered, as it does when a click leads elsewhere. */
export class PageGone extends Error {
  /** Whether it may have been begun there; if not, it may be begun in the page that comes. */
  readonly begun: boolean;

  constructor(begun: boolean) {
    super('The page went away before it answered');
    this.begun = begun;
  }
}

/** An action that is done by the code in the page, in the frame that its target is in. */
export function inPage<A extends Action>(action: A): WorkerAction<A> {
  return async (params, call) => {
    const tabId = tabOf(call);
    const { target } = params as { readonly target?: Target };
    const { frameId, documentId } = call.frame ?? (await frameOf(call.request.session, tabId, target));
    try {
      return await untilItStays(call, () => askFrame(action, params, call, { tabId, frameId, documentId }));
    } catch (thrown) {
      if (!(thrown instanceof PageGone)) throw thrown;
      throw new Failure('SCRIPT_ERROR', thrown.message, 'Look at the page that came.');
    }
  };
}

/** Some pages leave again and again. Reading begins again in the page that came; doing only where it was not begun. */
export async function untilItStays<Value>(call: WorkerCall, ask: () => Promise<Value>): Promise<Value> {
  for (;;) {
    stillWanted(call);
    try {
      return await ask();
    } catch (thrown) {
      if (!(thrown instanceof PageGone) || (thrown.begun && call.request.destructive)) throw thrown;
    }
  }
}

interface Frame {
  readonly tabId: number;
  readonly frameId: number;
  readonly documentId: string | undefined;
}

/** A frame with the document that is there. */
interface Place extends Frame {
  readonly documentId: string;
}

/** Asks the code in one frame, which is put there when it is first needed. */
export async function askFrame<A extends Action>(
  action: A,
  params: Params<A>,
  call: WorkerCall,
  { tabId, frameId, documentId }: Frame,
): Promise<{ readonly data: Data<A>; readonly page: PageState; readonly documentId: string }> {
  const { id, session, destructive } = call.request;
  const known = destructive || frameId !== 0 ? undefined : knownDocuments.of(tabId);
  const document = known ?? (await documentOf(tabId, frameId));
  if (frameId === 0) knownDocuments.note(tabId, document);
  const begun = call.notes.documentId;
  if (begun !== undefined && begun !== document) throw new PageGone(true);
  if (documentId !== undefined && documentId !== document) {
    knownDocuments.forget(tabId);
    if (known !== undefined) throw new PageGone(false);
    const { handle = '' } = (params as { target?: { handle?: string } }).target ?? {};
    throw staleHandle(handle);
  }
  if (destructive) {
    watchRequests(tabId);
    await Promise.all([call.note({ documentId: document }), allowAsAfterClick(tabId)]);
  }
  const given = numbersFor(session, document);
  const numbers = given instanceof Promise ? await given : given;
  const ask = { helve: 'ask', id, action, params, destructive, ...numbers } as const;
  const place = { tabId, frameId, documentId: document };
  const answer = await sendWhereAllowed(call, place, ask).catch((thrown: unknown) => {
    knownDocuments.forget(tabId);
    throw thrown;
  });
  const noted = await noteHandles(session, numbers, answer.nextHandle, place);
  // Nobody is told handles that mean another element: they are given out anew.
  if (!noted && !destructive) throw new PageGone(false);
  if (!answer.ok) throw fromActionFailure(answer.error);
  const page = frameId === 0 ? answer.page : await pageState(tabId);
  return { data: answer.data as Data<A>, page, documentId: document };
}

/** How often a page may turn out to be from elsewhere before it is left alone. */
const MOST_MOVES = 5;

/** The page itself has the last word on where it is from: another may have come since it was looked at. */
async function sendWhereAllowed(
  { request, signal }: WorkerCall,
  place: Place,
  ask: Omit<PageAsk, 'origin'>,
): Promise<PageAnswer> {
  let origin = request.origins
    ? await permit(request, await frameAddress(place.tabId, place.frameId), signal)
    : undefined;
  for (let attempt = 1; ; attempt++) {
    const answer = await sendToDocument<PageAnswer>(place, { ...ask, origin });
    if (answer.ok || answer.elsewhere === undefined || attempt === MOST_MOVES) return answer;
    origin = await permit(request, answer.elsewhere, signal);
  }
}

export async function documentOf(tabId: number, frameId: number): Promise<string> {
  const until = Date.now() + FIRST_PAGE_MS;
  for (;;) {
    const frame = await chrome.webNavigation.getFrame({ tabId, frameId }).catch((thrown: unknown) => {
      if (faultOf(thrown) !== 'page-left') throw tabFailure(tabId, thrown);
    });
    if (frame) return frame.documentId;
    const tab = await tabAt(tabId);
    // A tab that was opened just now has no page yet.
    if (frameId !== 0 || Date.now() > until) {
      throw new Failure('SCRIPT_ERROR', `The frame is no longer there (${tab.url ?? ''})`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const FIRST_PAGE_MS = 5_000;
const LOOK_MS = 20;

/** Sends a message to the code in one document, and no other that came in its place. Where nobody listens, it is put there first. */
export async function sendToDocument<Answer>(place: Place, ask: PageAsk | ViewAsk): Promise<Answer> {
  const { tabId, frameId, documentId } = place;
  for (let attempt = 1; ; attempt++) {
    try {
      const asking = chrome.tabs.sendMessage<object, Answer | undefined>(tabId, ask, { documentId });
      const answer = await whileThere(place, asking, new PageGone(true));
      if (answer === undefined) throw new PageGone(true);
      return answer;
    } catch (thrown) {
      if (thrown instanceof PageGone) throw thrown;
      const fault = faultOf(thrown);
      if (fault === 'answer-lost') throw new PageGone(true);
      if (fault !== 'nobody-listens') throw goneOr(tabId, thrown);
      if ((await documentOf(tabId, frameId)) !== documentId) throw new PageGone(false);
      if (attempt > MOST_ATTEMPTS) throw tabFailure(tabId, thrown);
      await inject(place);
    }
  }
}

/** How often code is put into one and the same page which then does not listen. */
const MOST_ATTEMPTS = 3;

async function inject(place: Place): Promise<void> {
  const { tabId, documentId } = place;
  const target = { tabId, documentIds: [documentId] };
  const injecting = chrome.scripting.executeScript({ target, files: ['page.js'], injectImmediately: true });
  await whileThere(place, injecting, new PageGone(false)).catch((thrown: unknown) => {
    throw thrown instanceof PageGone ? thrown : goneOr(tabId, thrown);
  });
}

/** A page that leaves just now has begun nothing, and whoever comes can be asked. */
export function goneOr(tabId: number, thrown: unknown): Error {
  return faultOf(thrown) === 'page-left' ? new PageGone(false) : tabFailure(tabId, thrown);
}

/** The address that says where a frame is from: one without its own (`about:blank`, `srcdoc`) is from where its parent is. */
export async function frameAddress(tabId: number, frameId: number): Promise<string> {
  for (let current = frameId; ; ) {
    const frame = await chrome.webNavigation.getFrame({ tabId, frameId: current }).catch(absent);
    if (!frame) return '';
    if (!frame.url.startsWith('about:') || frame.parentFrameId < 0) return frame.url;
    current = frame.parentFrameId;
  }
}
