import { RUN_VARIABLE, type RunEnd, type RunningProcess, runProgram } from '@helve/processes';
import { CommandError, type Context, resolvePath, throwIfAborted } from '@helve/command';
import { checkStarted, type SandboxInput } from '../sandbox/confine.ts';
import { maskText } from '../secret/mask.ts';
import type { Secrets } from '../secret/store.ts';
import { prepareRun } from './prepare.ts';
import { runsAsSession } from './runs-as-session.ts';
import { recordRun } from './record-run.ts';
import { statusOf } from './status.ts';
import { SaveFile } from './save-file.ts';
import { type SpilledStream, Streams } from './streams.ts';
import { suggestFor, TIMEOUT_SUGGESTION } from './suggestion.ts';

export interface ExecInput extends SandboxInput {
  readonly command?: string | undefined;
  readonly script?: string | undefined;
  readonly workingDirectory?: string | undefined;
  readonly timeoutSeconds: number;
  readonly captureStderr: boolean;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly secrets?: readonly string[] | undefined;
  readonly allowEnv?: readonly string[] | undefined;
  readonly saveTo?: string | undefined;
  readonly keepChildren: boolean;
  readonly background?: boolean | undefined;
}

export interface ExecResult {
  readonly status: 'success' | 'error' | 'timeout';
  readonly exitCode: number | null;
  readonly signal?: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly output?: string | undefined;
  /** stdout holds stderr too: it was a terminal that they were printed on. */
  readonly merged?: boolean | undefined;
  /** The session in which the run goes on. */
  readonly sessionId?: string | undefined;
  readonly duration: number;
  readonly workingDirectory: string;
  readonly suggestion?: string | undefined;
  readonly binary?: boolean | undefined;
  readonly spilled?: SpilledStream[] | undefined;
  readonly savedTo?: { readonly path: string; readonly bytes: number } | undefined;
  readonly leftRunning?: RunningProcess[] | undefined;
  readonly survivors?: RunningProcess[] | undefined;
}

export async function exec(input: ExecInput, context: Context): Promise<ExecResult> {
  throwIfAborted(context.signal);
  if (runsAsSession(input, context)) return (await import('./background.ts')).execInBackground(input, context);
  const run = await prepareRun(input, context);
  const { program, args, workingDirectory, variables, withheld, secrets } = run;
  let save: SaveFile | undefined;
  try {
    if (input.saveTo !== undefined) save = await SaveFile.create(resolvePath(context, input.saveTo));
    const streams = new Streams(context, save, secrets);
    const running = runProgram({
      program,
      args,
      cwd: workingDirectory,
      env: variables,
      outerRun: context.env[RUN_VARIABLE],
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
      variables: { ...context.env, ...variables },
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

async function suggestion(
  end: RunEnd,
  stderr: string,
  path: string | undefined,
): Promise<Pick<ExecResult, 'suggestion'>> {
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
export function warnOfWithheld(withheld: readonly string[], input: ExecInput, stderr: string, context: Context): void {
  const spokenOf = withheld.filter((name) => input.command?.includes(name) || stderr.includes(name));
  if (spokenOf.length === 0) return;
  const flags = `--allow-env '${JSON.stringify(spokenOf)}'`;
  context.warn(
    `${spokenOf.join(', ')} was withheld, for it looks like a credential. Let the command have it: ${flags}`,
  );
}
