import { RUN_VARIABLE, type RunEnd, type RunningProcess, runProgram } from '@helve/processes';
import { CommandError, type Context, resolvePath, throwIfAborted } from '@helve/command';
import { checkStarted } from './sandbox/confine.ts';
import { maskText } from './secret/mask.ts';
import type { Secrets } from './secret/store.ts';
import { prepareRun } from './exec/prepare.ts';
import { runsAsSession } from './exec/runs-as-session.ts';
import { recordRun, statusOf } from './exec/record-run.ts';
import { SaveFile } from './exec/save-file.ts';
import { Streams } from './exec/streams.ts';
import { suggestFor, TIMEOUT_SUGGESTION } from './exec/suggestion.ts';
import type { Input, Output } from '../commands/terminal/exec.ts';

export async function exec(input: Input, context: Context): Promise<Output> {
  throwIfAborted(context.signal);
  if (runsAsSession(input, context.reach)) {
    return (await import('./exec/background.ts')).execInBackground(input, context);
  }
  const run = await prepareRun(input, context);
  const { program, args, workingDirectory, variables, withheld, secrets } = run;
  let save: SaveFile | undefined;
  try {
    if (input.saveTo !== undefined) save = await SaveFile.create(resolvePath(context.place, input.saveTo));
    const streams = new Streams(context, save, secrets);
    const running = runProgram({
      program,
      args,
      cwd: workingDirectory,
      env: variables,
      outerRun: context.place.env[RUN_VARIABLE],
      timeoutMs: input.timeoutSeconds * 1000,
      signal: save ? AbortSignal.any([context.signal, streams.failed]) : context.signal,
      // They end with the sandbox.
      keepChildren: input.keepChildren && !input.sandbox,
      stdout: streams.stdout,
      stderr: input.captureStderr ? streams.stderr : undefined,
    });
    const end = await recordRun(running, {
      command: input.command ?? input.script ?? '',
      workingDirectory,
      variables: { ...context.place.env, ...variables },
      secrets,
      context,
    });
    if (context.signal.aborted) throw await stopped(streams, context);
    await streams.flush();
    await save?.putInPlace();
    const captured = await streams.finish();
    checkStarted(input, end.exitCode, captured.stderr.text);
    warnOfWithheld(withheld, input, captured.stderr.text, context);
    return {
      ...statusOf(end),
      ...captured.texts,
      duration: end.seconds,
      workingDirectory,
      ...(await suggestion(end, captured.stderr.text, variables.PATH)),
      ...captured.notes,
      ...(save ? { savedTo: { path: save.path, bytes: save.bytes } } : {}),
      ...(end.leftRunning.length > 0 ? { leftRunning: maskRunning(end.leftRunning, secrets) } : {}),
      ...(end.survivors.length > 0 ? { survivors: maskRunning(end.survivors, secrets) } : {}),
    };
  } finally {
    run.release();
    await save?.dispose();
  }
}

/** That it was stopped, with what was printed until then. */
async function stopped(streams: Streams, { signal }: Context): Promise<CommandError> {
  const { code, message, hint, retry, details } =
    signal.reason instanceof CommandError
      ? signal.reason
      : new CommandError('CANCELLED', 'The command was cancelled', { retry: 'safe' });
  await streams.flush();
  const { texts } = await streams.finish();
  return new CommandError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    retry,
    details: { ...details, ...texts },
  });
}

/** A secret that was put on a command line stands in the list of processes. */
export function maskRunning(running: readonly RunningProcess[], secrets: Secrets): RunningProcess[] {
  return running.map((each) => ({ ...each, command: maskText(each.command, secrets) }));
}

async function suggestion(end: RunEnd, stderr: string, path: string | undefined): Promise<Pick<Output, 'suggestion'>> {
  if (end.outcome === 'timeout') return { suggestion: TIMEOUT_SUGGESTION };
  if (end.outputOpen) {
    return {
      suggestion:
        'Processes in the background hold the output, which is no longer read. Send theirs to a file (> log 2>&1 &), or use CliSession.',
    };
  }
  if (end.exitCode === 0) return {};
  const found = await suggestFor({ exitCode: end.exitCode, stderr, path });
  return found === undefined ? {} : { suggestion: found };
}

/** A credential that the command speaks of and did not get explains why it failed. */
export function warnOfWithheld(withheld: readonly string[], input: Input, stderr: string, context: Context): void {
  const spokenOf = withheld.filter((name) => input.command?.includes(name) || stderr.includes(name));
  if (spokenOf.length === 0) return;
  const flags = `--allow-env '${JSON.stringify(spokenOf)}'`;
  context.warn(
    `${spokenOf.join(', ')} was withheld, for it looks like a credential. Let the command have it: ${flags}`,
  );
}
