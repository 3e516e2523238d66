import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join, win32 } from 'node:path';
import { platform } from 'node:process';
import { CommandError } from '@helve/command';

export type ShellName = 'bash' | 'zsh' | 'sh' | 'dash' | 'ksh' | 'ash' | 'pwsh' | 'powershell' | 'cmd';

export interface Shell {
  readonly name: ShellName;
  readonly path: string;
}

/** Where a shell is looked for. */
export interface ShellSearch {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isProgram: (path: string) => boolean;
}

/** Shells that understand what is written for `sh`; fish and others do not. */
const POSIX_SHELLS: ReadonlySet<string> = new Set<ShellName>(['bash', 'zsh', 'sh', 'dash', 'ksh', 'ash']);

/** The shell that commands run in: the user's own if it is one of the usual kind, else the best there is. */
export function findShell(env: ShellSearch['env'], search: Partial<ShellSearch> = {}): Shell {
  const found = searchShell({ platform, env, isProgram, ...search });
  if (found) return found;
  throw new CommandError('PROGRAM_MISSING', 'There is no shell to run commands in', {
    hint: 'Put bash or sh on PATH, or name one in SHELL.',
    details: { PATH: env.PATH, SHELL: env.SHELL },
  });
}

/** The arguments with which a shell runs a command line. */
export function commandArguments({ name }: Shell, command: string): readonly string[] {
  switch (name) {
    case 'cmd':
      return ['/d', '/s', '/c', `"${command}"`];
    case 'pwsh':
    case 'powershell':
      return ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', command];
    default:
      return ['-c', command];
  }
}

/** The arguments with which a shell runs a file. */
export function scriptArguments({ name }: Shell, file: string): readonly string[] {
  switch (name) {
    case 'cmd':
      return ['/d', '/c', file];
    case 'pwsh':
    case 'powershell':
      return ['-NoLogo', '-NoProfile', '-NonInteractive', '-File', file];
    default:
      return [file];
  }
}

/** Whether there is a file at a path that this user may run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function searchShell({ platform, env, isProgram }: ShellSearch): Shell | undefined {
  if (platform === 'win32') return searchWindows({ platform, env, isProgram });
  const own = env.SHELL;
  const ownName = own === undefined ? '' : basename(own);
  if (own !== undefined && isAbsolute(own) && POSIX_SHELLS.has(ownName) && isProgram(own)) {
    return { name: ownName as ShellName, path: own };
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  for (const name of ['bash', 'sh'] as const) {
    const path = [...folders, '/usr/bin', '/bin'].map((folder) => join(folder, name)).find(isProgram);
    if (path !== undefined) return { name, path };
  }
  return undefined;
}

function searchWindows({ env, isProgram }: ShellSearch): Shell | undefined {
  const folders = (env.PATH ?? env.Path ?? '').split(';').filter((folder) => folder !== '');
  for (const name of ['pwsh', 'powershell', 'cmd'] as const) {
    const path = folders.map((folder) => win32.join(folder, `${name}.exe`)).find(isProgram);
    if (path !== undefined) return { name, path };
  }
  const given = env.ComSpec ?? env.COMSPEC;
  return given === undefined ? undefined : { name: 'cmd', path: given };
}
