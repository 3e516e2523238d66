import { CommandError } from '@helve/command';
import type { Turn } from './turn-state.ts';

/** What a turn does at the moment, an answer or a round of tools, which the user may stop without stopping the turn. */
export class Steps {
  #now: AbortController | undefined;

  /** Does something that can be stopped by itself, with a signal of its own; undefined where it broke off because of that. */
  async take<Result>(turn: Turn, work: (step: Turn) => Promise<Result>): Promise<Result | undefined> {
    const controller = new AbortController();
    const { signal } = turn;
    const cancel = () => controller.abort(signal.reason);
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    this.#now = controller;
    try {
      return await work({ ...turn, signal: controller.signal });
    } catch (thrown) {
      if (controller.signal.aborted && !signal.aborted) return undefined;
      throw thrown;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#now = undefined;
    }
  }

  /** Says whether there was something to stop. */
  stop(): boolean {
    this.#now?.abort(stopped());
    return this.#now !== undefined;
  }
}

export function stopped(): CommandError {
  return new CommandError('CANCELLED', 'The user stopped it', {
    hint: 'The user stopped it and may want something else.',
    retry: 'never',
  });
}
