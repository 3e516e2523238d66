import {
  type Action,
  type ActionRequest,
  type ActionResponse,
  checkParams,
  type PageState,
} from '@helve/browser/protocol';
import { Failure, toActionFailure } from '../../failure.ts';
import { workerAction } from '../actions.ts';
import { pageState, tabAt, type WorkerCall } from './call.ts';
import { absent, isWorkerEnding } from '../chrome-fault.ts';
import { journal, type JournalEntry } from './journal.ts';
import { record } from './log.ts';
import { obstacleAfter } from '../people/obstacles.ts';
import { forgetPermits, permit } from '../people/permits.ts';
import { attachIfTouched } from '../tabs/debugged.ts';
import { isStopped, stoppedAsKnown } from '../people/stopped.ts';

/** Requests that run now. One that comes again meanwhile needs nothing done: the answer goes out all the same. */
const running = new Map<string, { readonly request: ActionRequest; readonly controller: AbortController }>();

/** Nobody waits for it any more: what can be stopped is. */
export function cancel(id: string): void {
  running.get(id)?.controller.abort(new Failure('CANCELLED', 'The command was cancelled'));
}

/** The person has stopped everything. */
export function cancelAll(): void {
  for (const id of running.keys()) cancel(id);
}

/** Whether this action is being done for anybody. */
export function isRunning(action: Action): boolean {
  return [...running.values()].some(({ request }) => request.action === action);
}

/** What is being done for a session now. */
export function runningFor(session: string): string | undefined {
  return [...running.values()].find(({ request }) => request.session === session)?.request.action;
}

/** Rejects without an answer when this worker is being ended. */
export async function dispatch(request: ActionRequest, respond: (response: ActionResponse) => void): Promise<void> {
  const { id, destructive } = request;
  if (running.has(id)) return;
  const controller = new AbortController();
  running.set(id, { request, controller });
  try {
    const before = destructive ? await journal.find(id) : undefined;
    if (before?.response) {
      respond({ ...before.response, replay: true });
      return;
    }
    const began = Date.now();
    const response = await perform(request, before, controller.signal);
    if (destructive) await journal.write(id, { at: began, notes: {}, response }).catch(absent);
    await record(request, response, began);
    respond(response);
  } finally {
    running.delete(id);
    forgetPermits(id);
    // A frame that was given up on is asked no more.
    controller.abort(new Failure('CANCELLED', 'The command has ended'));
  }
}

async function perform(
  request: ActionRequest,
  before: JournalEntry | undefined,
  signal: AbortSignal,
): Promise<ActionResponse> {
  const { id, action, destructive } = request;
  const replay = before !== undefined;
  let notes = before?.notes ?? {};
  const call: WorkerCall = {
    request,
    signal,
    resumed: replay,
    notes,
    note: async (more) => {
      notes = { ...notes, ...more };
      if (destructive) await journal.write(id, { at: Date.now(), notes });
    },
  };
  try {
    const params = checkParams(action, request.params);
    if (destructive && !before) await call.note({});
    // Nothing that is known is waited for: Chrome lets up to a millisecond pass before it goes on after an await.
    if (stoppedAsKnown() ?? (await isStopped())) {
      throw new Failure('PERMISSION_DENIED', 'The person has stopped the agents in this browser');
    }
    if (request.origins) await permitHere(request, signal);
    if (destructive && request.target.tabId !== null) await attachIfTouched(request.target.tabId);
    const { data, page } = await workerAction(action)(params, call);
    const obstacle = await obstacleAfter(request, data);
    return { id, replay, ok: true, data, page: page ?? (await currentPage(request)), obstacle };
  } catch (thrown) {
    // It is no answer: whoever comes after this worker is asked again, and goes on where this one was.
    if (isWorkerEnding(thrown)) throw thrown;
    return { id, replay, ok: false, error: toActionFailure(thrown) };
  }
}

async function currentPage({ target }: ActionRequest): Promise<PageState> {
  return pageState(target.tabId);
}

/** What these do is judged where they go to, and not where the tab is. */
const GOES_TO_ADDRESS: ReadonlySet<string> = new Set(['navigate', 'tab.open']);

/** What is done in a page must be allowed where that page is from, and not only where it was when the agent asked. */
async function permitHere(request: ActionRequest, signal: AbortSignal): Promise<void> {
  const { tabId } = request.target;
  if (tabId === null || GOES_TO_ADDRESS.has(request.action)) return;
  const { url = '' } = await tabAt(tabId);
  await permit(request, url, signal);
}
