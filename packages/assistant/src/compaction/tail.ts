import type { Entry } from '../log/entry.ts';
import { estimateTokens } from '../log/fit.ts';
import { toMessages } from '../log/messages.ts';

/**
 * Where the part begins that stays as it is: as much from the end as fits `most` tokens, and at least the latest round,
 * because the model is in the middle of it. It begins with a prompt or an answer, never with the result of a call that
 * is gone. 0 where all of it stays.
 */
export function tailStart(entries: readonly Entry[], most: number): number {
  let start = entries.length;
  let tokens = 0;
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    if (!entry) continue;
    tokens += estimateTokens(toMessages(entry));
    if (!begins(entry)) continue;
    if (tokens > most && start < entries.length) return start;
    start = index;
  }
  // Nothing but the beginning of the log stands before it.
  return entries.slice(0, start).some((entry) => toMessages(entry).length > 0) ? start : 0;
}

/** Where the latest round begins. */
export function lastRound(entries: readonly Entry[]): number {
  return tailStart(entries, 0);
}

function begins(entry: Entry): boolean {
  return entry.type === 'assistant' || (entry.type === 'user' && entry.origin === 'prompt');
}
