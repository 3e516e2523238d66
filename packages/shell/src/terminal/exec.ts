import { requireStarted, RUN_VARIABLE, type RunEnd, type RunningProcess, runProgram } from '@helve/processes';
import {
  call,
  CommandError,
  type Context,
  ifOffered,
  parameter,
  resolvePath,
  throwIfAborted,
  worded,
} from '@helve/command';
import { lackedIn } from './sandbox/lacked.ts';
import { maskText } from './secret/mask.ts';
import type { Secrets } from './secret/store.ts';
import { prepareRun } from './exec/prepare.ts';
import { runsAsSession } from './exec/runs-as-session.ts';
import { recordOutput, recordRun, statusOf } from './exec/record-run.ts';
import { SaveFile } from './exec/save-file.ts';
import { Streams } from './exec/streams.ts';
import { suggestFor, TIMEOUT_SUGGESTION } from './exec/suggestion.ts';
import type { Input, Output } from '../commands/terminal/exec.ts';

export async function exec(input: Input, context: Context): Promise<Output> {
  throwIfAborted(context.signal);
  if (runsAsSession(input, context.reach)) {
    return (await import('./exec/background.ts')).execInBackground(input, context);
  }
  const { run: runInEditor } = context.reach.editor ?? {};
  // Nothing confines what an editor runs.
  if (runInEditor && context.reach.toolCall !== undefined && !context.confinement && fitsTerminal(input)) {
    const { execInEditor } = await import('./exec/in-editor.ts');
    return execInEditor(input, context, { run: runInEditor, callId: context.reach.toolCall });
  }
  const run = await prepareRun(input, context);
  const { program, args, workingDirectory, variables, withheld, secrets, hidden } = run;
  let save: SaveFile | undefined;
  try {
    if (input.saveTo !== undefined) save = await SaveFile.create(resolvePath(context.place, input.saveTo));
    const streams = new Streams(context, save, hidden);
    const running = runProgram({
      program,
      args,
      direct: run.direct,
      setUp: run.setUp,
      cwd: workingDirectory,
      env: variables,
      outerRun: context.place.env[RUN_VARIABLE],
      timeoutMs: input.timeoutSeconds * 1000,
      signal: save ? AbortSignal.any([context.signal, streams.failed]) : context.signal,
      // They end with the sandbox.
      keepChildren: input.keepChildren && !context.confinement,
      stdout: streams.stdout,
      stderr: input.captureStderr ? streams.stderr : undefined,
    });
    const recorded = {
      command: input.command ?? input.script ?? '',
      workingDirectory,
      variables: { ...context.place.env, ...variables },
      secrets,
      context,
    };
    const end = await recordRun(running, recorded);
    if (context.signal.aborted) throw await stopped(streams, input, context);
    await streams.flush();
    await save?.putInPlace();
    const captured = await streams.finish(input.raw);
    requireStarted(run, end.exitCode, captured.stderr.text);
    const { stdout, stderr, output = stdout + stderr } = captured.texts;
    if (!captured.notes.spilled) await recordOutput(output, recorded);
    warnOfWithheld(withheld, input, captured.stderr.text, context);
    warnOfStopped(end.stopped, hidden, context);
    return {
      ...statusOf(end),
      ...captured.texts,
      duration: end.seconds,
      workingDirectory,
      ...(await suggestion(end, captured.stderr.text, variables.PATH)),
      ...lackedIn(context, {
        ...statusOf(end),
        workingDirectory,
        line: input.command,
        printed: `${captured.stderr.text}\n${captured.texts.stdout}`,
        refused: run.refused(),
      }),
      ...captured.notes,
      ...(save ? { savedTo: { path: save.path, bytes: save.bytes } } : {}),
      ...(end.leftRunning.length > 0 ? { leftRunning: maskRunning(end.leftRunning, hidden) } : {}),
      ...(end.survivors.length > 0 ? { survivors: maskRunning(end.survivors, hidden) } : {}),
    };
  } finally {
    run.release();
    await save?.dispose();
  }
}

/** A terminal has one stream. */
function fitsTerminal({ saveTo, captureStderr }: Input): boolean {
  return saveTo === undefined && captureStderr;
}

/** That it was stopped, with what was printed until then. */
async function stopped(streams: Streams, { raw }: Input, { signal }: Context): Promise<CommandError> {
  const { code, message, hint, retry, details } =
    signal.reason instanceof CommandError
      ? signal.reason
      : new CommandError('CANCELLED', 'The command was cancelled', { retry: 'safe' });
  await streams.flush();
  const { texts } = await streams.finish(raw);
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
        'Background processes keep the output open, and it is no longer read. Send their output to a file (> log 2>&1 &), or use CliSession.',
    };
  }
  if (end.exitCode === 0) return {};
  const found = await suggestFor({ exitCode: end.exitCode, stderr, path });
  return found === undefined ? {} : { suggestion: found };
}

/** What a command left in the background was stopped with it. */
export function warnOfStopped(stopped: readonly RunningProcess[], secrets: Secrets, context: Context): void {
  if (stopped.length === 0) return;
  const commands = maskRunning(stopped, secrets).map(({ command }) => command);
  context.warn(
    worded`Background processes were stopped when the command ended: ${commands.join('; ')}. To keep a program running, use ${call('terminal session start', { command: '…' })}${ifOffered('keepChildren', worded` or ${parameter('keepChildren')}`)}.`,
  );
}

/** A credential that the command speaks of and did not get explains why it failed. */
export function warnOfWithheld(withheld: readonly string[], input: Input, stderr: string, context: Context): void {
  const spokenOf = withheld.filter((name) => input.command?.includes(name) || stderr.includes(name));
  if (spokenOf.length === 0) return;
  context.warn(
    worded`${spokenOf.join(', ')} was withheld, for it looks like a credential. Let the command have it: ${call('terminal exec', { allowEnv: spokenOf })}`,
  );
}
