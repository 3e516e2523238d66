import type { SleepAsk } from '../../page-message.ts';
import { page } from '../element/plain.ts';
import { askWorker } from './ask-worker.ts';

const ANSWER_MS = 2_000;

/** Waits. Chrome lets a timer of a tab in the background go off once a second at most, but not one of the worker. */
export async function delay(milliseconds: number): Promise<void> {
  if (page.hidden) {
    const ask: SleepAsk = { helve: 'sleep', milliseconds };
    const slept = await askWorker<true>(ask, milliseconds + ANSWER_MS);
    if (slept) return;
  }
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
