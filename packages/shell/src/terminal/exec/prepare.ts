import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CommandError, type Context, parameter, resolvePath, toCommandError, worded } from '@helve/command';
import type { ConfinedProgram } from '@helve/processes';
import { type ChildEnvironment, childEnvironment } from '../env/child.ts';
import { checkName, checkValue } from '../env.ts';
import { confine } from '../sandbox/confine.ts';
import { pickSecrets, type Secrets, secretFile } from '../secret/store.ts';
import { commandArguments, findShell, scriptArguments, type Shell } from '../shell.ts';
import type { Input as ExecInput } from '../../commands/terminal/exec.ts';

/** All that a run needs to be started. */
export interface PreparedRun
  extends Pick<
      ConfinedProgram,
      'program' | 'args' | 'direct' | 'setUp' | 'started' | 'refusal' | 'refused' | 'release'
    >,
    ChildEnvironment {
  readonly shell: Shell;
  readonly workingDirectory: string;
  /** All that are kept, whether it gets them or not: none may show. */
  readonly secrets: Secrets;
  /** These and the credentials among its variables. */
  readonly hidden: Secrets;
}

export async function prepareRun(input: ExecInput, context: Context): Promise<PreparedRun> {
  const workingDirectory = findFolder(input.workingDirectory, context);
  const shell = findShell(context.place.env);
  const args = await argumentsFor(shell, input, context);
  for (const [name, value] of Object.entries(input.env ?? {})) {
    checkName(name);
    checkValue(name, value);
  }
  const secrets = await secretFile.read(context.place.home);
  const env = { ...input.env, ...pickSecrets(secrets, input.secrets ?? []) };
  const { allowEnv } = input;
  const isConfined = context.confinement !== undefined;
  const child = await childEnvironment(context.place, { env, allowEnv, confined: isConfined });
  const { variables, withheld } = child;
  const start = { program: shell.path, args, cwd: workingDirectory, env: variables };
  const { env: confined, ...run } = await confine(start, input, context);
  return {
    ...run,
    variables: confined,
    withheld,
    shell,
    workingDirectory,
    secrets,
    hidden: { ...child.hidden, ...secrets },
  };
}

function findFolder(wanted: string | undefined, context: Context): string {
  const folder = resolvePath(context.place, wanted ?? '.');
  if (isFolder(folder, wanted ?? folder)) return folder;
  throw new CommandError('NOT_DIRECTORY', `${wanted} is not a folder`, {
    hint: worded`Name the folder to run in: ${parameter('workingDirectory')}`,
    details: { path: wanted },
  });
}

/** Asked at once: the answer of another thread takes longer than the question. */
function isFolder(path: string, shown: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (thrown) {
    throw toCommandError(thrown, shown);
  }
}

/** Throws unless there is something to run. */
export function checkCommand(command: string): void {
  if (command.trim() === '') {
    throw new CommandError('INVALID_INPUT', worded`${parameter('command')} is empty`, {
      hint: 'Give the command line to run: npm test',
    });
  }
  if (command.includes('\0')) throw new CommandError('INVALID_INPUT', 'No command can contain a NUL byte');
}

async function argumentsFor(
  shell: Shell,
  { command, script }: ExecInput,
  context: Context,
): Promise<readonly string[]> {
  if ((command === undefined) === (script === undefined)) {
    throw new CommandError('INVALID_INPUT', worded`Give either ${parameter('command')} or ${parameter('script')}`, {
      example: 'helve terminal exec --command "npm test"',
    });
  }
  if (script === undefined) {
    checkCommand(command ?? '');
    return commandArguments(shell, command ?? '');
  }
  const file = resolvePath(context.place, script);
  const found = await stat(file).catch((thrown: unknown) => {
    throw toCommandError(thrown, script);
  });
  if (found.isDirectory()) throw new CommandError('IS_DIRECTORY', `${script} is a folder, not a script`);
  return scriptArguments(shell, file);
}
