import { stat } from 'node:fs/promises';
import { RUN_VARIABLE } from '@helve/processes';
import { CommandError, type Context, resolvePath, toCommandError } from '@helve/command';
import { childEnvironment } from '../environment/child.ts';
import { checkName, checkValue } from '../environment/env.ts';
import { checkStarted, confine, type SandboxInput } from '../sandbox/confine.ts';
import { secretFile } from '../secret/store.ts';
import { commandArguments, findShell } from '../terminal/shell.ts';
import { sessions } from './session-store.ts';
import { markedPrompts } from './prompt-marks.ts';
import { markedContinuation } from './shell-prompt.ts';
import { takeOutput } from './take.ts';
import { waitFor } from './wait.ts';

export interface StartInput extends SandboxInput {
  readonly command?: string | undefined;
  readonly workingDirectory?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly allowEnv?: readonly string[] | undefined;
  readonly cols: number;
  readonly rows: number;
}

export interface StartResult {
  readonly status: 'started';
  readonly sessionId: string;
  readonly pid: number;
  readonly shell: string;
  readonly workingDirectory: string;
  readonly initialOutput: string;
  readonly hint: string;
}

/** How long the first output is waited for, and how much of it is given. */
const FIRST_OUTPUT_MS = 2000;
const FIRST_OUTPUT_BYTES = 16 * 1024;

export async function startSession(input: StartInput, context: Context): Promise<StartResult> {
  const workingDirectory = await checkFolder(resolvePath(context, input.workingDirectory ?? '.'));
  for (const [name, value] of Object.entries(input.env ?? {})) {
    checkName(name);
    checkValue(name, value);
  }
  const { env, allowEnv, sandbox } = input;
  const { variables: given } = await childEnvironment(context, { env, allowEnv, sandbox });
  const around = context.env[RUN_VARIABLE];
  const shell = findShell(context.env);
  const args = input.command === undefined ? [] : commandArguments(shell, input.command);
  const store = context.keep(sessions);
  const isShell = input.command === undefined;
  const marks = isShell && !store.kernelTells ? await markedPrompts(shell.name, given, context.home) : {};
  const secrets = await secretFile.read(context.home);
  const start = { program: shell.path, args, cwd: workingDirectory, env: given };
  const { env: variables, ...run } = await confine(start, input, context);
  const session = await store.start({
    onEnd: run.release,
    sessionId: input.sessionId,
    command: input.command,
    file: run.program,
    args: run.args,
    shellInside: isShell && run.program !== shell.path ? shell.path : undefined,
    shell: shell.name,
    workingDirectory,
    secrets,
    environment: (tag) => ({
      ...variables,
      TERM: 'xterm-256color',
      ...marks,
      ...(isShell ? { PS2: markedContinuation(shell.name, variables.PS2) } : {}),
      [RUN_VARIABLE]: around === undefined ? tag : `${around} ${tag}`,
    }),
    cols: input.cols,
    rows: input.rows,
    now: context.now,
  });
  await waitFor(session, {
    until: { kind: 'answer' },
    from: 0,
    timeoutMs: FIRST_OUTPUT_MS,
    signal: context.signal,
  });
  const taken = takeOutput(session, 0, FIRST_OUTPUT_BYTES, 'text');
  session.cursor = taken.end;
  if (!session.running) checkStarted(input, session.meta.exitCode, taken.output);
  return {
    status: 'started',
    sessionId: session.id,
    pid: session.pid,
    shell: shell.name,
    workingDirectory,
    initialOutput: taken.output,
    hint: 'Use CliWrite to send commands, CliRead to get output, CliStop to terminate',
  };
}

async function checkFolder(path: string): Promise<string> {
  try {
    if ((await stat(path)).isDirectory()) return path;
  } catch (thrown) {
    throw toCommandError(thrown, path);
  }
  throw new CommandError('NOT_DIRECTORY', `${path} is not a folder`, {
    hint: 'A session starts in a folder; name the one the file is in.',
    details: { path },
  });
}
