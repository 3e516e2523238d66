import type { Context } from '@helve/command';

/** How long a call may take where nobody says. */
const DEFAULT_MS = 120_000;

/** Milliseconds until the call must be over. */
export function timeLeft({ deadline, now }: Pick<Context, 'deadline' | 'now'>): number {
  return deadline === undefined ? DEFAULT_MS : Math.max(1, deadline - now());
}
