import { CommandError, type Wording } from '@helve/command';
import { BROWSER_ERRORS, type BrowserErrorCode } from './protocol.ts';

/** An error of the browser: whether it may be tried again follows from its code. */
export function browserError(
  code: BrowserErrorCode,
  message: string,
  hint?: Wording,
  details?: Readonly<Record<string, unknown>>,
): CommandError {
  return new CommandError(code, message, { hint, retry: BROWSER_ERRORS[code].retry, details });
}
