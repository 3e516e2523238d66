import { toCommandError } from '@helve/command';
import { contextUsed } from '../log/context-use.ts';
import type { CompactionTrigger } from '../log/entry.ts';
import type { Turn } from './turn-state.ts';

/** How full the window gets before a conversation is compacted, where settings do not say. */
export const COMPACT_AT = 0.835;

/** Keeps room in the window during one turn. */
export class Room {
  /** It failed in this turn: to try again before every request would take the user's time and money. */
  #failed = false;

  /** Before each request, also between rounds of tools: compacts where the window is nearly full. */
  async keep(turn: Turn): Promise<void> {
    const { compactAt, log, model, system, declarations } = turn;
    if (compactAt === false || this.#failed) return;
    const overhead = (system.length + JSON.stringify(declarations).length) / 4;
    if (contextUsed(log.chain(), overhead) >= model.window * compactAt) await this.make(turn, 'auto');
  }

  /** Says whether room was made. */
  async make(turn: Turn, trigger: CompactionTrigger): Promise<boolean> {
    if (this.#failed) return false;
    const { compact } = await import('../compaction/compact.ts');
    try {
      await compact(turn, { trigger });
      return true;
    } catch (thrown) {
      const error = toCommandError(thrown);
      if (turn.signal.aborted || error.code === 'CANCELLED') throw error;
      // What does not fit is left out then: the conversation goes on.
      this.#failed = error.code !== 'NOTHING_TO_DO';
      return false;
    }
  }
}
