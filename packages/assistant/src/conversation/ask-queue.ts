import { toCommandError } from '@helve/command';
import type { CallAnswer } from '../loop/hooks.ts';

/** Questions of calls that run side by side are put one after the other. */
export class AskQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Asks when those before are answered. When the call is cancelled, nobody waits for an answer any more. */
  next(signal: AbortSignal, ask: () => Promise<CallAnswer>): Promise<CallAnswer> {
    const cancelled = new Promise<CallAnswer>((resolve) => {
      const deny = () => resolve({ allow: false, reason: toCommandError(signal.reason).message });
      if (signal.aborted) deny();
      signal.addEventListener('abort', deny, { once: true });
    });
    const answer = this.#last.then(() => (signal.aborted ? cancelled : Promise.race([ask(), cancelled])));
    this.#last = answer.catch(() => {});
    return answer;
  }
}
