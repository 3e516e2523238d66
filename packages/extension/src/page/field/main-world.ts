import { Failure } from '../../failure.ts';
import { MAIN_EVENTS, type MainJob, type MainResult } from '../../main-message.ts';
import type { MainAsk } from '../../page-message.ts';
import { page } from '../element/plain.ts';
import { askWorker } from '../worker/ask-worker.ts';

const ANSWER_MS = 3_000;

/**
 * Has something done beside the page's own scripts, where its editors can be reached. Nothing stays there: the code runs
 * once, asks for its job by an event, and answers by another.
 */
export async function inMainWorld(job: MainJob, element: HTMLElement): Promise<MainResult> {
  let handed = false;
  const onAsk = () => {
    // What is put there again, because nobody knew of the first, has nothing to do.
    if (handed) return;
    handed = true;
    // A submitter is handed over as it is, also from inside of a closed shadow root.
    page.dispatchEvent(new SubmitEvent(MAIN_EVENTS.element, { submitter: element }));
    page.dispatchEvent(new CustomEvent(MAIN_EVENTS.job, { detail: JSON.stringify(job) }));
  };
  let result: MainResult | undefined;
  let onDone: (event: Event) => void = () => {};
  const done = new Promise<null>((resolve) => {
    onDone = (event) => {
      result = JSON.parse(String((event as CustomEvent).detail)) as MainResult;
      resolve(null);
    };
  });
  page.addEventListener(MAIN_EVENTS.ask, onAsk);
  page.addEventListener(MAIN_EVENTS.done, onDone);
  try {
    const problem = await run(done);
    if (problem !== null) throw new Failure('SCRIPT_ERROR', `Nothing can run beside the page: ${problem}`);
  } finally {
    page.removeEventListener(MAIN_EVENTS.ask, onAsk);
    page.removeEventListener(MAIN_EVENTS.done, onDone);
  }
  if (!result) throw new Failure('SCRIPT_ERROR', 'What ran beside the page gave no answer');
  return result;
}

/** Null when it was put there. A worker that was ended on the way is asked once more. */
async function run(done: Promise<null>): Promise<string | null> {
  const ask: MainAsk = { helve: 'main', file: 'main.js' };
  for (let attempt = 1; attempt <= 3; attempt++) {
    const answer = await Promise.race([done, askWorker<string | null>(ask, ANSWER_MS)]);
    if (answer !== undefined) return answer;
  }
  return 'the worker of the extension does not answer';
}
