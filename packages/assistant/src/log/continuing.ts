import type { Model } from '../model/models.ts';
import { contextTokens, costOf, NO_USAGE } from '../model/usage.ts';
import type { Entry } from './entry.ts';
import { estimateTokens } from './fit.ts';
import { toMessages } from './messages.ts';

/** What it costs to go on: what the next request sends, with the provider's cache and without it. */
export interface Continuing {
  /** When the cache was used last, in milliseconds of the clock. */
  readonly cachedAt: number;
  /** When the provider forgets it. */
  readonly expiresAt: number;
  /** US dollars. */
  readonly withCache: number;
  readonly withoutCache: number;
}

/** How long providers keep a cache that nobody uses: Anthropic five minutes, OpenAI at least as long. */
const KEPT_MS = 5 * 60_000;

/** Undefined where the provider has no cache of the conversation as it would be sent, or the prices are not known. */
export function continuing(chain: readonly Entry[], model: Model): Continuing | undefined {
  const changed = chain.findLastIndex(({ type }) => type === 'compaction' || type === 'compactionUndone');
  const at = chain.findLastIndex((entry) => entry.type === 'assistant' && contextTokens(entry.usage) > 0);
  const answer = chain[at];
  if (at <= changed || answer?.type !== 'assistant' || answer.model !== model.id) return undefined;
  const { cacheRead, cacheWrite } = answer.usage;
  const cached = cacheRead + cacheWrite;
  const all = contextTokens(answer.usage) + estimateTokens(chain.slice(at + 1).flatMap(toMessages));
  const withCache = costOf({ ...NO_USAGE, cacheRead: cached, cacheWrite: all - cached }, model);
  const withoutCache = costOf({ ...NO_USAGE, cacheWrite: all }, model);
  const cachedAt = Date.parse(answer.time);
  if (cached === 0 || withCache === undefined || withoutCache === undefined || Number.isNaN(cachedAt)) return undefined;
  return { cachedAt, expiresAt: cachedAt + KEPT_MS, withCache, withoutCache };
}
