import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { call, CommandError, type Context, kindOf, toCommandError, worded } from '@helve/command';
import { ChangedMeanwhile } from '../write/changed-meanwhile.ts';
import { locate } from './locate.ts';

export { kindOf } from '@helve/command';

/** Decides whether a file that a path leads to may be read. */
export type Permits = Pick<Context, 'permits'>;

/**
 * Opens a file for reading, and nothing else: a fifo or a device would block or never end. What was opened is judged by
 * where it is: since the call was judged, a link may have been exchanged. The calls are Node's synchronous ones: on a
 * local file they take microseconds, and the first use of fs/promises takes milliseconds.
 */
export function openRegularFile(absolutePath: string, shown: string, { permits }: Permits): number {
  for (let tries = 1; ; tries += 1) {
    const descriptor = openToRead(absolutePath, shown);
    try {
      const path = locate(descriptor, absolutePath);
      if (path !== absolutePath && !permits(path, 'read')) throw deniedRead(shown);
      return descriptor;
    } catch (thrown) {
      closeSync(descriptor);
      if (!(thrown instanceof ChangedMeanwhile) || tries === MOST_TRIES) throw toCommandError(thrown, shown);
    }
  }
}

/** Opens a regular file in an open folder, for reading. A link there was not there before. */
export function openFileAt(at: string, shown: string): number {
  try {
    return checkedRegular(openSync(at, READING | (constants.O_NOFOLLOW ?? 0)), shown);
  } catch (thrown) {
    if (['ELOOP', 'ENOENT'].includes((thrown as NodeJS.ErrnoException).code ?? '')) throw new ChangedMeanwhile(shown);
    throw toCommandError(thrown, shown);
  }
}

export function deniedRead(shown: string): CommandError {
  return new CommandError('PERMISSION_DENIED', `${shown} leads to a file that may not be read`, {
    hint: 'A rule denies it.',
    retry: 'never',
    details: { path: shown },
  });
}

const MOST_TRIES = 20;

/** Without waiting: should it have become a fifo since it was looked at, opening it must not block. */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function openToRead(absolutePath: string, shown: string): number {
  refuseUnreadable(statTarget(absolutePath, shown), shown);
  try {
    return checkedRegular(openSync(absolutePath, READING), shown);
  } catch (thrown) {
    throw toCommandError(thrown, shown);
  }
}

/** The descriptor, if it is of a regular file. It is closed otherwise. */
function checkedRegular(descriptor: number, shown: string): number {
  try {
    refuseUnreadable(fstatSync(descriptor), shown);
    return descriptor;
  } catch (thrown) {
    closeSync(descriptor);
    throw thrown;
  }
}

function refuseUnreadable(stats: Stats, shown: string): void {
  if (stats.isDirectory()) {
    throw new CommandError('IS_DIRECTORY', `${shown} is a folder, not a file`, {
      hint: worded`List it instead: ${call('fs list', { path: shown })}`,
      details: { path: shown },
    });
  }
  refuseSpecial(stats, shown);
}

/** Refuses what may block or never end. */
export function refuseSpecial(stats: Stats, shown: string): void {
  if (stats.isFile() || stats.isDirectory()) return;
  throw new CommandError('NOT_A_FILE', `${shown} is a ${kindOf(stats)}, not a regular file`, {
    hint: worded`See what it is: ${call('fs stat', { path: shown })}`,
    details: { path: shown },
  });
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
      hint: worded`See the link itself: ${call('fs stat', { path: shown })}`,
      details: { path: shown, target },
    });
  }
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
