import {
  type Action,
  type ActionRequest,
  type Data,
  NO_PAGE,
  type PageState,
  type Params,
} from '@helve/browser/protocol';
import { Failure } from '../../failure.ts';
import type { FramePlace } from '../page/handles.ts';
import { absent, tabFailure } from '../chrome-fault.ts';

/** One request at work. */
export interface WorkerCall {
  readonly request: ActionRequest;
  /** The frame it is done in, where its target does not tell. */
  readonly frame?: FramePlace | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Whether it was begun before, and the worker ended on the way. */
  readonly resumed: boolean;
  /** What an earlier start of the same request noted, if the worker was ended on the way. */
  readonly notes: Readonly<Record<string, unknown>>;
  /** Notes how far it has come, before the step that must not be taken twice. */
  readonly note: (more: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** What the worker does for an action. Without a page, the state of the tab is looked up. */
export type WorkerAction<A extends Action> = (
  params: Params<A>,
  call: WorkerCall,
) => Promise<{ readonly data: Data<A>; readonly page?: PageState }>;

export function tabOf({ request }: Pick<WorkerCall, 'request'>): number {
  const { tabId } = request.target;
  if (tabId === null) throw new Failure('TAB_NOT_FOUND', `${request.action} needs a tab`);
  return tabId;
}

/** What the browser says of a tab, which must be there. */
export async function tabAt(tabId: number): Promise<chrome.tabs.Tab> {
  return chrome.tabs.get(tabId).catch((thrown: unknown) => {
    throw tabFailure(tabId, thrown);
  });
}

/** Throws when nobody waits for the answer any more, or it would be too late. */
export function stillWanted({ request, signal }: WorkerCall): void {
  signal.throwIfAborted();
  if (Date.now() > request.deadline) throw new Failure('TIMEOUT', 'The page did not answer in time');
}

/** What the browser itself says of a tab; whether the page is busy only the page knows. */
export async function pageState(tabId: number | null): Promise<PageState> {
  if (tabId === null) return NO_PAGE;
  const tab = await chrome.tabs.get(tabId).catch(absent);
  if (!tab) return NO_PAGE;
  const { url = '', title = '', status } = tab;
  return { url, title, state: status === 'loading' ? 'loading' : 'ready', busy: false };
}
