import type { Model } from '../model/models.ts';
import { contextTokens } from '../model/usage.ts';
import type { Entry } from './entry.ts';
import { estimateTokens } from './fit.ts';
import { messagesOf, toMessages } from './messages.ts';

/** How full a model's window is. */
export interface ContextUse {
  readonly tokens: number;
  readonly window: number;
  readonly percent: number;
}

/** How full the window is with a conversation; `overhead` is what goes along with every request. */
export function contextUse(chain: readonly Entry[], { window }: Pick<Model, 'window'>, overhead = 0): ContextUse {
  const tokens = Math.round(contextUsed(chain, overhead));
  return { tokens, window, percent: Math.round((tokens / window) * 1000) / 10 };
}

/**
 * Tokens that a conversation takes: as the provider counted them with its latest answer, which counts all before it, and
 * an estimate of what came since. After a compaction nobody has counted yet.
 */
export function contextUsed(chain: readonly Entry[], overhead = 0): number {
  const changed = chain.findLastIndex(({ type }) => type === 'compaction' || type === 'compactionUndone');
  const counted = chain.findLastIndex(isCounted);
  const answer = chain[counted];
  if (counted <= changed || answer?.type !== 'assistant') return estimateTokens(messagesOf(chain)) + overhead;
  return contextTokens(answer.usage) + estimateTokens(chain.slice(counted + 1).flatMap(toMessages));
}

function isCounted(entry: Entry): boolean {
  return entry.type === 'assistant' && contextTokens(entry.usage) > 0;
}
