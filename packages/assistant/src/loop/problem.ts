import type { TurnResult } from './events.ts';

const PROBLEMS = {
  failed: 'The turn failed',
  cancelled: 'The turn was cancelled',
  refused: 'The model refused',
  maxTurns: 'The limit of turns was reached',
  maxCost: 'The limit of cost was reached',
} as const;

/** Why a turn was not done; undefined where it was. */
export function problemOf({ outcome, error }: Pick<TurnResult, 'outcome' | 'error'>): string | undefined {
  return error?.message ?? (outcome === 'success' ? undefined : PROBLEMS[outcome]);
}
