import { stat } from 'node:fs/promises';
import { requireStarted, RUN_VARIABLE } from '@helve/processes';
import { CommandError, type Context, resolvePath, toCommandError } from '@helve/command';
import { childEnvironment } from '../env/child.ts';
import { checkName, checkValue } from '../env.ts';
import { checkCommand } from '../exec/prepare.ts';
import { confine } from '../sandbox/confine.ts';
import { secretFile } from '../secret/store.ts';
import { commandArguments, findShell } from '../shell.ts';
import { readerOf } from './readers.ts';
import { sessions } from './session-store.ts';
import { markedPrompts } from './prompt-marks.ts';
import { markedContinuation } from './shell-prompt.ts';
import { takeOutput } from './take.ts';
import { waitFor } from './wait.ts';
import type { Input, Output } from '../../commands/terminal/session/start.ts';

/** How long the first output is waited for, and how much of it is given. */
const FIRST_OUTPUT_MS = 2000;
const FIRST_OUTPUT_BYTES = 16 * 1024;

export async function startSession(input: Input, context: Context): Promise<Output> {
  if (input.command !== undefined) checkCommand(input.command);
  const workingDirectory = await checkFolder(resolvePath(context.place, input.workingDirectory ?? '.'));
  for (const [name, value] of Object.entries(input.env ?? {})) {
    checkName(name);
    checkValue(name, value);
  }
  const { env, allowEnv } = input;
  const confined = context.confinement !== undefined;
  const { variables: given, hidden } = await childEnvironment(context.place, { env, allowEnv, confined });
  const around = context.place.env[RUN_VARIABLE];
  const shell = findShell(context.place.env);
  const args = input.command === undefined ? [] : commandArguments(shell, input.command);
  const store = context.keep(sessions);
  const isShell = input.command === undefined;
  const marks = isShell && !store.kernelTells ? await markedPrompts(shell.name, given, context.place.home) : {};
  const secrets = await secretFile.read(context.place.home);
  const start = { program: shell.path, args, cwd: workingDirectory, env: given };
  const { env: variables, ...run } = await confine(start, input, context);
  const session = await store.start({
    onEnd: run.release,
    setUp: run.setUp,
    owner: context.reach.owner,
    confined,
    sessionId: input.sessionId,
    command: input.command,
    file: run.program,
    args: run.args,
    shellInside: isShell && confined ? shell.path : undefined,
    shell: shell.name,
    workingDirectory,
    secrets,
    hidden,
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
  session.readers.hasRead(readerOf(context.place), taken.end);
  if (!session.running) requireStarted(run, session.meta.exitCode, taken.output);
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
