import type { TurnResult } from './events.ts';

const PROBLEMS = {
  failed: 'The turn failed',
  cancelled: 'The turn was cancelled',
  refused: 'The model refused',
  maxTurns: 'Turn limit reached',
  maxCost: 'Spending limit reached',
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
      ? '[This was done in a separate conversation, which ended with:]'
      : `[This was started in a separate conversation and not finished. ${problem}.]`;
  return result.text === '' ? end : `${end}\n${result.text}`;
}
