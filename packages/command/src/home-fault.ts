import { statSync } from 'node:fs';
import { sep } from 'node:path';
import { CommandError } from './errors.ts';

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'the system does not let folders be made there',
  ENOTDIR: 'a file has its name, or is above it',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ELOOP: 'it is a loop of symbolic links',
  ENAMETOOLONG: 'its name is too long',
};

/**
 * The error to report when helve's own folder cannot be made or is no folder: a fault of the configuration, whatever
 * file the command is about. Other errors are returned as they are.
 */
export function explainHomeFault(thrown: unknown, home: string): unknown {
  const { code = '', syscall, path } = systemErrorOf(thrown);
  const why = WHY[code];
  if (why === undefined || path === undefined) return thrown;
  const isMade = syscall === 'mkdir' && (path === home || home.startsWith(`${path}${sep}`));
  const isNoFolder = code === 'ENOTDIR' && (path === home || path.startsWith(`${home}${sep}`)) && isFile(home);
  if (!isMade && !isNoFolder) return thrown;
  return new CommandError('INVALID_SETTINGS', `The folder of helve, ${home}, cannot be used: ${why}`, {
    hint: 'Set HELVE_HOME to a folder that you can write to, or unset it.',
    details: { path: home },
    cause: thrown,
  });
}

function systemErrorOf(thrown: unknown): NodeJS.ErrnoException {
  const error = thrown instanceof CommandError ? thrown.cause : thrown;
  return error instanceof Error ? error : new Error('unknown');
}

function isFile(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ENOTDIR';
  }
}
