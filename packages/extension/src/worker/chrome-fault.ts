import { type BrowserErrorCode } from '@helve/browser/protocol';
import { Failure } from '../failure.ts';

/**
 * What it means that a call of the browser failed. It says so in words only, and those are told apart here and nowhere
 * else.
 */
export type ChromeFault =
  /** The worker that made the call is being ended, and runs on for a moment: nothing it learns is true any more. */
  | 'worker-ending'
  /** The document that was there makes place for another: nothing was begun in it. */
  | 'page-left'
  /** No code of ours is in the document: nothing was begun in it. */
  | 'nobody-listens'
  /** It was heard, and whoever heard it was gone before the answer. */
  | 'answer-lost'
  | 'tab-gone'
  /** A person is dragging a tab: the browser lets nobody else touch them meanwhile. */
  | 'tabs-held'
  /** The browser's own page of an error. */
  | 'error-page'
  /** The browser lets no extension into this page. */
  | 'no-entry'
  | 'other';

const FAULTS: readonly (readonly [RegExp, ChromeFault])[] = [
  [/^No (?:SW|RPH)$/, 'worker-ending'],
  [/^(?:Extension context invalidated|Script context has shut down)/, 'worker-ending'],
  [/^No tab with id|^Tab not found|^The tab was closed|^Tab containing frame with ID \d+ was removed/i, 'tab-gone'],
  [/^Tabs cannot be edited right now/, 'tabs-held'],
  [/Receiving end does not exist/, 'nobody-listens'],
  [/message (?:channel|port) (?:is )?closed/, 'answer-lost'],
  [/showing error page/, 'error-page'],
  [/^(?:|The frame was removed\.|Tab navigated before capture could complete\.)$/, 'page-left'],
  [/^Frame with ID \d+ (?:was removed|is not ready)/, 'page-left'],
  [/^No (?:frame|document) with id/i, 'page-left'],
  [/^Cannot access |cannot be scripted|^Cannot capture this page|'activeTab' permission is not in effect/, 'no-entry'],
];

export function faultOf(thrown: unknown): ChromeFault {
  const message = wordsOf(thrown);
  return FAULTS.find(([pattern]) => pattern.test(message))?.[1] ?? 'other';
}

/** Thrown through everything: whoever comes after this worker does what it could not. */
export class WorkerEnding extends Error {}

export function isWorkerEnding(thrown: unknown): boolean {
  return thrown instanceof WorkerEnding || (!(thrown instanceof Failure) && faultOf(thrown) === 'worker-ending');
}

/** For what may well not be there: `chrome.tabs.get(tabId).catch(absent)`. */
export function absent(thrown: unknown): undefined {
  if (isWorkerEnding(thrown)) throw new WorkerEnding();
  return undefined;
}

/** What to throw when a call about a tab failed; `otherwise` is for what is not known. */
export function tabFailure(
  tabId: number,
  thrown: unknown,
  otherwise: { readonly code: BrowserErrorCode; readonly hint?: string } = { code: 'SCRIPT_ERROR' },
): Error {
  const message = wordsOf(thrown);
  switch (faultOf(thrown)) {
    case 'worker-ending':
      return new WorkerEnding();
    case 'tab-gone':
      return new Failure('TAB_NOT_FOUND', 'The tab is no longer there', 'Open another: helve browser tab open', {
        tabId,
      });
    case 'error-page':
      return new Failure('NAVIGATION_FAILED', 'The tab shows an error page of the browser', 'Navigate somewhere else.');
    case 'no-entry':
      return new Failure('SCRIPT_ERROR', `The browser lets no extension into this page: ${message}`, ELSEWHERE);
    default:
      return new Failure(otherwise.code, message, otherwise.hint);
  }
}

const ELSEWHERE = 'It is one of its own, such as its settings. Navigate to a page of the web.';

/** Asks again while a person holds a tab, as long as anybody waits. */
export async function onceFree<Value>(signal: AbortSignal, edit: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await edit();
    } catch (thrown) {
      if (faultOf(thrown) !== 'tabs-held') throw thrown;
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, HELD_MS));
    }
  }
}

const HELD_MS = 100;

function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
