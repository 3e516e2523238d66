import type { BigIntStats } from 'node:fs';
import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError, type Context, realPath, resolvePath, throwIfAborted, toCommandError } from '@helve/command';
import { ChangedMeanwhile, retryIfChanged } from '../write/changed-meanwhile.ts';
import { withLocks } from './lock.ts';
import { type OpenFolders, withOpenFolders } from './open-folder.ts';
import { shownPath } from './regular-file.ts';

/** The file that a path leads to, with every link followed. */
export interface Target {
  readonly path: string;
  /** The same in its open folder, for system calls that follow no link at the end; absent where there is no such folder yet. */
  readonly at: string | undefined;
  /** As the user would write the path they gave. */
  readonly shown: string;
  /** Absent where there is no file yet. */
  readonly stats: BigIntStats | undefined;
  /** Where the folders are kept open that are made for the file. */
  readonly folders: OpenFolders;
}

/** Finds the regular file behind a path and holds its lock during the work, which is repeated if others change it. */
export async function withTarget<Value>(
  context: Context,
  path: string,
  work: (target: Target) => Promise<Value>,
): Promise<Value> {
  const absolute = resolvePath(context.place, path);
  const shown = shownPath(context.place.cwd, absolute);
  try {
    return await retryIfChanged(() =>
      withOpenFolders(async (folders) => {
        const real = await follow(absolute);
        // Since the path was judged, a link in it may have been exchanged; and one to nothing may lead anywhere.
        if (real !== absolute && !context.permits(real, 'write')) throw deniedTarget(shown, real);
        const at = folders.open(dirname(real))?.at(basename(real));
        // No lock is made beside a device.
        await fileStats(at, shown);
        return withLocks([{ path: real, at }], context.signal, async (checkLocked) => {
          throwIfAborted(context.signal);
          const stats = await fileStats(at, shown);
          if (stats) checkLocked(real, shown);
          return work({ path: real, at, shown, stats, folders });
        });
      }),
    );
  } catch (thrown) {
    throwIfAborted(context.signal);
    throw toCommandError(thrown, shown);
  }
}

/** The path of a target that was found, for system calls. */
export function targetAt({ at, shown }: Pick<Target, 'at' | 'shown'>): string {
  if (at !== undefined) return at;
  throw new ChangedMeanwhile(shown);
}

function deniedTarget(shown: string, real: string): CommandError {
  return new CommandError('PERMISSION_DENIED', `${shown} leads to ${real}, which may not be written`, {
    hint: 'Choose a path that the rules allow.',
    retry: 'never',
  });
}

async function follow(absolute: string): Promise<string> {
  let current = absolute;
  for (;;) {
    try {
      return await realpath(current);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
    }
    const place = join(realPath(dirname(current)), basename(current));
    try {
      current = resolve(dirname(place), await readlink(place));
    } catch {
      return place;
    }
  }
}

async function fileStats(at: string | undefined, shown: string): Promise<BigIntStats | undefined> {
  const stats = await statIfThere(at);
  // Links were followed before: this one is new.
  if (stats?.isSymbolicLink()) throw new ChangedMeanwhile(shown);
  if (stats?.isDirectory()) {
    throw new CommandError('IS_DIRECTORY', `${shown} is a folder, not a file`, {
      hint: 'Give the path of a file in it.',
      details: { path: shown },
    });
  }
  if (stats && !stats.isFile()) {
    throw new CommandError('NOT_A_FILE', `${shown} is a device, pipe or socket, not a regular file`, {
      hint: 'Only regular files are written.',
      details: { path: shown },
    });
  }
  return stats;
}

/** What is at a path itself, if anything is. */
export async function statIfThere(at: string | undefined): Promise<BigIntStats | undefined> {
  if (at === undefined) return undefined;
  try {
    return await lstat(at, { bigint: true });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw thrown;
  }
}
