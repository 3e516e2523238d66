import type { CommandError, ErrorReport } from '@helve/command';
import { isUsageError } from '@helve/command/host';

/** 0 done, 1 the command or what it ran failed, 2 it could not be understood or set up, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

export function exitCodeOf(error: CommandError | ErrorReport): ExitCode {
  if (error.code === 'CANCELLED') return 130;
  return isUsageError(error) || error.code === 'SERVICE_FAILED' ? 2 : 1;
}
