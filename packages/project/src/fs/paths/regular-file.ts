import { constants, lstatSync, openSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { CommandError, toCommandError } from '@helve/command';

/**
 * Opens a file for reading, and nothing else: a fifo or a device would block or never end. The calls are Node's
 * synchronous ones: on a local file they take microseconds, and the first use of fs/promises takes milliseconds.
 */
export function openRegularFile(absolutePath: string, shown: string): number {
  const stats = statTarget(absolutePath, shown);
  if (stats.isDirectory()) {
    throw new CommandError('IS_DIRECTORY', `${shown} is a folder, not a file`, {
      hint: `List it instead: helve fs list --path ${shown}`,
      details: { path: shown },
    });
  }
  if (!stats.isFile()) {
    throw new CommandError('NOT_A_FILE', `${shown} is a ${kindOf(stats)}, not a regular file`, {
      hint: `See what it is: helve fs stat --path ${shown}`,
      details: { path: shown },
    });
  }
  try {
    // Should it have become a fifo since it was looked at, opening it still must not block.
    return openSync(absolutePath, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (thrown) {
    throw toCommandError(thrown, shown);
  }
}

/** What a path leads to; a link to nothing is an error that names where it points. */
export function statTarget(absolutePath: string, shown: string): Stats {
  try {
    return statSync(absolutePath);
  } catch (thrown) {
    const target = readTarget(absolutePath);
    if (target === undefined || (thrown as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw toCommandError(thrown, shown);
    }
    throw new CommandError('BROKEN_LINK', `${shown} is a link to ${target}, which does not exist`, {
      hint: `See the link itself: helve fs stat --path ${shown}`,
      details: { path: shown, target },
    });
  }
}

export function kindOf(stats: Stats): 'file' | 'folder' | 'link' | 'fifo' | 'socket' | 'device' {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isFIFO()) return 'fifo';
  return stats.isSocket() ? 'socket' : 'device';
}

function readTarget(absolutePath: string): string | undefined {
  try {
    return lstatSync(absolutePath).isSymbolicLink() ? readlinkSync(absolutePath) : undefined;
  } catch {
    return undefined;
  }
}

/** A path as the user would write it: relative inside the working directory, absolute outside, with forward slashes. */
export function shownPath(cwd: string, absolutePath: string): string {
  const inside = relative(cwd, absolutePath);
  if (inside === '') return '.';
  const shown = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? absolutePath : inside;
  return sep === '/' ? shown : shown.replaceAll(sep, '/');
}

/** What to put before a path below `absoluteFolder` to show it. */
export function shownPrefix(cwd: string, absoluteFolder: string): string {
  const shown = shownPath(cwd, absoluteFolder);
  if (shown === '.') return '';
  return shown.endsWith('/') ? shown : `${shown}/`;
}
