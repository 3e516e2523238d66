import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { platform } from 'node:process';
import { CommandError } from '@helve/command';
import type { Host } from '../protocol.ts';
import type { CliTemplate } from './template.ts';

const INHERITED = 'PATH HOME LANG LC_ALL LC_CTYPE USER LOGNAME SHELL TZ TERM'.split(' ');
const INHERITED_ON_WINDOWS = (
  'PATH PATHEXT SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC TEMP TMP HOMEDRIVE HOMEPATH USERPROFILE USERNAME USERDOMAIN ' +
  'APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES COMPUTERNAME ' +
  'NUMBER_OF_PROCESSORS OS PROCESSOR_ARCHITECTURE PSMODULEPATH PUBLIC LANG TZ TERM'
).split(' ');

/** The environment of a script: what it inherits, under what its template sets. Outputs of steps cannot be set from here. */
export function environmentOf({ inherited, environment }: CliTemplate, env: Host['env']): Record<string, string> {
  const names = inherited ?? (platform === 'win32' ? INHERITED_ON_WINDOWS : INHERITED);
  const taken: Record<string, string> = {};
  for (const name of names) {
    const value = env[name];
    if (value !== undefined) taken[name] = value;
  }
  const all = { ...taken, ...environment };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !isReserved(name)));
}

/** Names that the script itself sets. */
export function isReserved(name: string): boolean {
  return /^(CMD_\d+_OUTPUT|__utcp.*)$/i.test(name);
}

/** Where a script starts, which must be there. */
export function workingDirectoryOf({ workingDirectory }: CliTemplate, root: string): string {
  const folder = resolve(root, workingDirectory ?? '.');
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return folder;
  throw new CommandError(
    found ? 'NOT_DIRECTORY' : 'NOT_FOUND',
    `The working_dir ${folder} ${found ? 'is not a folder' : 'does not exist'}`,
    { hint: 'Create it, or use another in the template.', details: { path: folder } },
  );
}

const found = new Map<string, string>();

/** The file of the first of these programs that is there. It is looked for once, unless it goes away. */
export function findProgram(names: readonly string[], path: string | undefined): string | undefined {
  const key = [...names, path].join('\0');
  const known = found.get(key);
  if (known !== undefined && existsSync(known)) return known;
  const file = searchProgram(names, path);
  if (file !== undefined) found.set(key, file);
  return file;
}

function searchProgram(names: readonly string[], path: string | undefined): string | undefined {
  for (const name of names) {
    if (isAbsolute(name)) {
      if (isExecutable(name)) return name;
      continue;
    }
    for (const folder of (path ?? '').split(delimiter)) {
      const file = join(folder, name);
      if (isAbsolute(folder) && isExecutable(file)) return file;
    }
  }
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
