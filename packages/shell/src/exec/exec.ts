import { stat } from 'node:fs/promises';
import { CommandError, type Context, resolvePath, throwIfAborted, toCommandError } from '@helve/registry';
import { childEnvironment } from '../environment/child.ts';
import { checkName, checkValue } from '../environment/env.ts';
import { RUN_VARIABLE } from '../processes/table.ts';
import type { RunningProcess } from '../processes/tree.ts';
import { commandArguments, findShell, scriptArguments, type Shell } from '../terminal/shell.ts';
import { recordRun } from './record-run.ts';
import { statusOf } from './status.ts';
import { type RunEnd, runProgram } from './run.ts';
import { SaveFile } from './save-file.ts';
import { type SpilledStream, Streams } from './streams.ts';
import { suggestFor, TIMEOUT_SUGGESTION } from './suggestion.ts';

export interface ExecInput {
  readonly command?: string | undefined;
  readonly script?: string | undefined;
  readonly workingDirectory?: string | undefined;
  readonly timeoutSeconds: number;
  readonly captureStderr: boolean;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly allowEnv?: readonly string[] | undefined;
  readonly saveTo?: string | undefined;
  readonly keepChildren: boolean;
}

export interface ExecResult {
  readonly status: 'success' | 'error' | 'timeout';
  readonly exitCode: number | null;
  readonly signal?: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly output?: string | undefined;
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
  const workingDirectory = await findFolder(input.workingDirectory, context);
  const shell = findShell(context.env);
  const args = await argumentsFor(shell, input, context);
  for (const [name, value] of Object.entries(input.env ?? {})) {
    checkName(name);
    checkValue(name, value);
  }
  const { variables, withheld } = await childEnvironment(context, input);
  const save = input.saveTo === undefined ? undefined : await SaveFile.create(resolvePath(context, input.saveTo));
  try {
    const streams = new Streams(context, save);
    const end = await runProgram({
      program: shell.path,
      args,
      cwd: workingDirectory,
      env: variables,
      outerRun: context.env[RUN_VARIABLE],
      timeoutMs: input.timeoutSeconds * 1000,
      signal: AbortSignal.any([context.signal, streams.failed]),
      keepChildren: input.keepChildren,
      stdout: streams.stdout,
      stderr: input.captureStderr ? streams.stderr : undefined,
    });
    await recordRun(end, {
      command: input.command ?? input.script ?? '',
      workingDirectory,
      variables: { ...context.env, ...variables },
      context,
    });
    throwIfAborted(context.signal);
    await save?.putInPlace();
    const captured = await streams.finish();
    warnOfWithheld(withheld, input, captured.stderr.text, context);
    return {
      ...statusOf(end),
      ...captured.texts,
      duration: end.seconds,
      workingDirectory,
      ...(await suggestion(end, captured.stderr.text, variables.PATH)),
      ...captured.notes,
      ...(save ? { savedTo: { path: save.path, bytes: save.bytes } } : {}),
      ...(end.leftRunning.length > 0 ? { leftRunning: [...end.leftRunning] } : {}),
      ...(end.survivors.length > 0 ? { survivors: [...end.survivors] } : {}),
    };
  } finally {
    await save?.dispose();
  }
}

async function findFolder(wanted: string | undefined, context: Context): Promise<string> {
  const folder = resolvePath(context, wanted ?? '.');
  const found = await stat(folder).catch((thrown: unknown) => {
    throw toCommandError(thrown, wanted ?? folder);
  });
  if (found.isDirectory()) return folder;
  throw new CommandError('NOT_DIRECTORY', `${wanted} is not a folder`, {
    hint: 'Name the folder to run in: --working-directory',
    details: { path: wanted },
  });
}

async function argumentsFor(
  shell: Shell,
  { command, script }: ExecInput,
  context: Context,
): Promise<readonly string[]> {
  if ((command === undefined) === (script === undefined)) {
    throw new CommandError('INVALID_INPUT', 'Give either --command or --script', {
      hint: 'For example: helve terminal exec --command "npm test"',
    });
  }
  if (script === undefined) {
    if (command?.includes('\0')) throw new CommandError('INVALID_INPUT', 'No command can hold a NUL byte');
    return commandArguments(shell, command ?? '');
  }
  const file = resolvePath(context, script);
  const found = await stat(file).catch((thrown: unknown) => {
    throw toCommandError(thrown, script);
  });
  if (found.isDirectory()) throw new CommandError('IS_DIRECTORY', `${script} is a folder, not a script`);
  return scriptArguments(shell, file);
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
function warnOfWithheld(withheld: readonly string[], input: ExecInput, stderr: string, context: Context): void {
  const spokenOf = withheld.filter((name) => input.command?.includes(name) || stderr.includes(name));
  if (spokenOf.length === 0) return;
  const flags = `--allow-env '${JSON.stringify(spokenOf)}'`;
  context.warn(
    `${spokenOf.join(', ')} was withheld, for it looks like a credential. Let the command have it: ${flags}`,
  );
}
