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

/** What the model is told of a prompt that another conversation answered. */
export function endElsewhere(result: TurnResult): string {
  const problem = problemOf(result);
  const end =
    problem === undefined
      ? '[This was done in a conversation of its own, which ended with:]'
      : `[This was begun in a conversation of its own, and not done. ${problem}.]`;
  return result.text === '' ? end : `${end}\n${result.text}`;
}
