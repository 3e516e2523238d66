import { toCommandError } from '@helve/registry';
import { contextUsed } from '../log/context-use.ts';
import type { CompactionTrigger } from '../log/entry.ts';
import type { Turn } from './turn-state.ts';

/** How full the window gets before a conversation is compacted, where settings do not say. */
export const COMPACT_AT = 0.835;

/** Keeps room in the window during one turn. */
export class Room {
  readonly #turn: Turn;
  /** It failed in this turn: to try again before every request would take the user's time and money. */
  #failed = false;

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  /** Before each request, also between rounds of tools: compacts where the window is nearly full. */
  async keep(): Promise<void> {
    const { compactAt, log, model, system, declarations } = this.#turn;
    if (compactAt === false || this.#failed) return;
    const overhead = (system.length + JSON.stringify(declarations).length) / 4;
    if (contextUsed(log.chain(), overhead) >= model.window * compactAt) await this.make('auto');
  }

  /** Says whether room was made. */
  async make(trigger: CompactionTrigger): Promise<boolean> {
    if (this.#failed) return false;
    const { compact } = await import('../compaction/compact.ts');
    try {
      await compact(this.#turn, { trigger });
      return true;
    } catch (thrown) {
      const error = toCommandError(thrown);
      if (this.#turn.signal.aborted || error.code === 'CANCELLED') throw error;
      // What does not fit is left out then: the conversation goes on.
      this.#failed = error.code !== 'NOTHING_TO_DO';
      return false;
    }
  }
}
