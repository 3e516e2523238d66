import type { RunEnd } from '@helve/processes';
import { type Context, toCommandError } from '@helve/command';
import { redact } from '../history/redact.ts';
import { appendPrinted, appendRun, LONGEST_COMMAND } from '../history/store.ts';
import { maskText } from '../secret/mask.ts';
import type { Secrets } from '../secret/store.ts';

export interface Recorded {
  readonly command: string;
  readonly workingDirectory: string;
  /** Where secrets are known from, lest they are recorded. */
  readonly variables: Context['place']['env'];
  readonly secrets: Secrets;
  readonly context: Context;
}

/** More than is kept, lest a secret is cut in two and not known any more; and no more: the patterns are slow. */
const LOOKED_AT = 2 * LONGEST_COMMAND;

/**
 * Puts the run into the history once it has ended, and gives its end. That it cannot is no reason to lose the result.
 * Secrets are looked for while the run goes on.
 */
export async function recordRun(running: RunEnd | Promise<RunEnd>, recorded: Recorded): Promise<RunEnd> {
  const { command, workingDirectory, variables, secrets, context } = recorded;
  const shown = redact(maskText(command.slice(0, LOOKED_AT), secrets), variables);
  const end = await running;
  const { status, exitCode } = statusOf(end);
  try {
    await appendRun(context.place.home, {
      at: new Date(context.now()).toISOString(),
      command: shown,
      workingDirectory,
      status: end.outcome === 'aborted' ? 'cancelled' : status,
      exitCode,
      duration: end.seconds,
    });
  } catch (thrown) {
    context.warn(`The run could not be put into the history: ${toCommandError(thrown).message}`);
  }
  return end;
}

/** Keeps what a run printed for `terminal search`; a longer output has a file of its own. */
export async function recordOutput(text: string, { command, variables, secrets, context }: Recorded): Promise<void> {
  if (text.trim() === '') return;
  try {
    await appendPrinted(context.place.home, {
      at: new Date(context.now()).toISOString(),
      command: redact(maskText(command.slice(0, LOOKED_AT), secrets), variables),
      text,
    });
  } catch (thrown) {
    context.warn(`The output could not be kept for searches: ${toCommandError(thrown).message}`);
  }
}

export interface RunStatus {
  readonly status: 'success' | 'error' | 'timeout';
  readonly exitCode: number | null;
  readonly signal?: string | undefined;
}

/** How a run ended, in the words of its result. */
export function statusOf({ outcome, exitCode, signal }: RunEnd): RunStatus {
  const status = outcome === 'timeout' ? 'timeout' : exitCode === 0 ? 'success' : 'error';
  return { status, exitCode, ...(signal === null ? {} : { signal }) };
}
