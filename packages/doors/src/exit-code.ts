import type { CommandError } from '@helve/command';
import { isUsageError } from '@helve/command/host';

/** 0 done, 1 the command failed, 2 it could not be understood or set up, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

export function exitCodeOf(error: CommandError): ExitCode {
  if (error.code === 'CANCELLED') return 130;
  return isUsageError(error) || error.code === 'SERVICE_FAILED' ? 2 : 1;
}
