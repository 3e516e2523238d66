/** Lets a page whose window is not in front work as if it were. */
import type { MainAsk } from '../../page-message.ts';
import { askWorker } from '../worker/ask-worker.ts';
import { listenToClipboard } from './clipboard.ts';

const ANSWER_MS = 3_000;

/** How long a click counts in Chrome. */
const COUNTS_MS = 5_000;

let there: Promise<unknown> | undefined;
let actedAt = Number.NEGATIVE_INFINITY;

/** Before something is done in the page. */
export async function bePresent(): Promise<void> {
  actedAt = performance.now();
  there ??= put();
  await there;
  actedAt = performance.now();
}

function wasActedOn(): boolean {
  return performance.now() - actedAt < COUNTS_MS;
}

async function put(): Promise<void> {
  listenToClipboard(wasActedOn);
  const ask: MainAsk = { helve: 'main', file: 'presence.js' };
  // A worker that was ended on the way is asked once more; without an answer the page does with what the browser gives it.
  if ((await askWorker<string | null>(ask, ANSWER_MS)) === undefined) await askWorker(ask, ANSWER_MS);
}
