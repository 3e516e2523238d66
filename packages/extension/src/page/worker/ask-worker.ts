/**
 * Asks the worker. Undefined: there was no answer. One that is being ended may take a question and neither answer it nor let
 * go of it, so nobody waits for longer than the answer may take.
 */
export async function askWorker<Answer>(ask: object, longestMs: number): Promise<Answer | undefined> {
  const asking = chrome.runtime.sendMessage<object, Answer | undefined>(ask).catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), longestMs);
  });
  return Promise.race([asking, late]).finally(() => clearTimeout(timer));
}
