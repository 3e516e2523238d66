import { CommandError, inexactNumberIn } from '@helve/command';

/** JSON whose numbers are passed on as they are written. Throws a SyntaxError for text that is not JSON. */
export function parseJsonExactly(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  const inexact = inexactNumberIn(text);
  if (inexact === undefined) return parsed;
  throw new CommandError('INVALID_INPUT', `${inexact} cannot be passed on exactly as a number`, {
    hint: 'Pass it as text, in quotes, or use a smaller number.',
    retry: 'never',
    details: { number: inexact },
  });
}
