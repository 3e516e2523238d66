import { CommandError, type ErrorDetails } from './errors.ts';

/** The same error with more details. */
export function withDetails(error: CommandError, more: ErrorDetails): CommandError {
  const { code, retry, details, cause, wording } = error;
  return new CommandError(code, wording.message, { ...wording, retry, cause, details: { ...details, ...more } });
}
