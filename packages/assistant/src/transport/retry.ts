import { setTimeout as wait } from 'node:timers/promises';
import type { CommandError } from '@helve/command';
import type { ModelEvent } from '../model/provider.ts';
import { unreachable } from './failure.ts';

/** For how long and how often a failing provider is asked again. */
export interface RetryPolicy {
  /** Milliseconds after the first failure in which another try may begin. */
  readonly forMs: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** How often a server that cannot be reached at all is tried: it is rarely back soon. */
  readonly connectAttempts: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  forMs: 10 * 60_000,
  firstWaitMs: 500,
  longestWaitMs: 30_000,
  connectAttempts: 4,
};

/** Nobody answers at the address at all. */
const UNREACHED: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Asks again, with longer and longer waits, for as long as failures are worth it. */
export async function* withRetry(
  provider: string,
  ask: () => AsyncIterable<ModelEvent>,
  policy: RetryPolicy,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  let failingSince: number | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      yield* ask();
      return;
    } catch (thrown) {
      const error = unreachable(provider, thrown, signal);
      failingSince ??= Date.now();
      const waitMs = waitAfter(error, attempt, policy);
      const over = Date.now() + waitMs > failingSince + policy.forMs;
      const unreached = UNREACHED.has(error.details?.systemCode) && attempt >= policy.connectAttempts;
      if (error.retry !== 'safe' || signal.aborted || over || unreached) throw error;
      yield { type: 'retry', attempt, waitMs, error };
      await wait(waitMs, undefined, { signal }).catch((aborted: unknown) => {
        throw unreachable(provider, aborted, signal);
      });
    }
  }
}

/** Ever longer, never quite the same for all who wait, and at least what the provider asks for: it may ask for nothing. */
function waitAfter({ details }: CommandError, attempt: number, policy: RetryPolicy): number {
  const longest = Math.min(policy.firstWaitMs * 2 ** (attempt - 1), policy.longestWaitMs);
  const wait = Math.round(longest * (0.75 + Math.random() / 4));
  return typeof details?.retryAfterMs === 'number' ? Math.max(wait, details.retryAfterMs) : wait;
}
