import { type Context, toCommandError } from '@helve/registry';
import { redact } from '../history/redact.ts';
import { appendHistory } from '../history/store.ts';
import type { RunEnd } from './run.ts';
import { statusOf } from './status.ts';

export interface Recorded {
  readonly command: string;
  readonly workingDirectory: string;
  /** Where secrets are known from, lest they are recorded. */
  readonly variables: Context['env'];
  readonly context: Context;
}

/** Puts the run into the history. That it cannot is no reason to lose its result. */
export async function recordRun(end: RunEnd, { command, workingDirectory, variables, context }: Recorded) {
  const { status, exitCode } = statusOf(end);
  try {
    await appendHistory(context.home, {
      at: new Date(context.now()).toISOString(),
      command: redact(command, variables),
      workingDirectory,
      status: end.outcome === 'aborted' ? 'cancelled' : status,
      exitCode,
      duration: end.seconds,
    });
  } catch (thrown) {
    context.warn(`The run could not be put into the history: ${toCommandError(thrown).message}`);
  }
}
