import type { Reach } from '@helve/command';
import type { Input as ExecInput } from '../../commands/terminal/exec.ts';

/** Whether it must be where sessions are kept: it may go on there. What parts its streams cannot. */
export function runsAsSession(
  { background, saveTo, captureStderr = true }: Pick<Partial<ExecInput>, 'background' | 'saveTo' | 'captureStderr'>,
  { handOver }: Pick<Reach, 'handOver'>,
): boolean {
  return background === true || (handOver !== undefined && saveTo === undefined && captureStderr);
}
