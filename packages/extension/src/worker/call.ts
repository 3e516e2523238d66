import type { Action, ActionRequest, Data, PageState, Params } from '@helve/browser/protocol';
import { Failure } from '../failure.ts';

/** One request at work. */
export interface WorkerCall {
  readonly request: ActionRequest;
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

export function tabOf({ request }: WorkerCall): number {
  const { tabId } = request.target;
  if (tabId === null) throw new Failure('TAB_NOT_FOUND', `${request.action} needs a tab`);
  return tabId;
}

/** What Chrome says of a tab that is not there. */
export function tabGone(tabId: number, cause: unknown): Failure {
  const message = cause instanceof Error ? cause.message : String(cause);
  return /No tab with id|Tab not found/i.test(message)
    ? new Failure('TAB_NOT_FOUND', 'The tab is no longer there', 'Open another: helve browser tab open', { tabId })
    : new Failure('SCRIPT_ERROR', message);
}
