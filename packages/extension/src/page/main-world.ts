import { Failure } from '../failure.ts';
import { MAIN_EVENTS, type MainJob, type MainResult } from '../main-message.ts';
import type { MainAsk } from '../page-message.ts';

/**
 * Has something done beside the page's own scripts, where its editors can be reached. Nothing stays there: the code runs
 * once, asks for its job by an event, and answers by another.
 */
export async function inMainWorld(job: MainJob, element: HTMLElement): Promise<MainResult> {
  let result: MainResult | undefined;
  const onAsk = () => {
    // A submitter is handed over as it is, also from inside of a closed shadow root.
    document.dispatchEvent(new SubmitEvent(MAIN_EVENTS.element, { submitter: element }));
    document.dispatchEvent(new CustomEvent(MAIN_EVENTS.job, { detail: JSON.stringify(job) }));
  };
  const onDone = (event: Event) => {
    result = JSON.parse(String((event as CustomEvent).detail)) as MainResult;
  };
  document.addEventListener(MAIN_EVENTS.ask, onAsk);
  document.addEventListener(MAIN_EVENTS.done, onDone);
  try {
    const problem = await run();
    if (problem !== undefined) throw new Failure('SCRIPT_ERROR', `Nothing can run beside the page: ${problem}`);
  } finally {
    document.removeEventListener(MAIN_EVENTS.ask, onAsk);
    document.removeEventListener(MAIN_EVENTS.done, onDone);
  }
  if (!result) throw new Failure('SCRIPT_ERROR', 'What ran beside the page gave no answer');
  return result;
}

/** Undefined when it was put there. A worker that was ended on the way is asked once more: the job is the same. */
async function run(): Promise<string | undefined> {
  const ask: MainAsk = { helve: 'main' };
  for (let attempt = 1; ; attempt++) {
    try {
      return (await chrome.runtime.sendMessage<MainAsk, string | null>(ask)) ?? undefined;
    } catch (thrown) {
      if (attempt >= 3) throw thrown;
    }
  }
}
