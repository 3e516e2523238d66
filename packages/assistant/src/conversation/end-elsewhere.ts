import type { TurnResult } from '../loop/events.ts';
import { problemOf } from '../loop/problem.ts';

/** What the model is told of a prompt that another conversation answered. */
export function endElsewhere(result: TurnResult): string {
  const problem = problemOf(result);
  const end =
    problem === undefined
      ? '[This was done in a conversation of its own, which ended with:]'
      : `[This was begun in a conversation of its own, and not done. ${problem}.]`;
  return result.text === '' ? end : `${end}\n${result.text}`;
}
