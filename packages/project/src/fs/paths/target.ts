import type { BigIntStats } from 'node:fs';
import { readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError, type Context, realPath, resolvePath, throwIfAborted, toCommandError } from '@helve/command';
import { withLock } from './lock.ts';
import { shownPath } from './regular-file.ts';

/** The file that a path leads to, with every link followed. */
export interface Target {
  readonly path: string;
  /** As the user would write the path they gave. */
  readonly shown: string;
  /** Absent where there is no file yet. */
  readonly stats: BigIntStats | undefined;
}

/** Finds the regular file behind a path and holds its lock during the work. */
export async function withTarget<Value>(
  context: Context,
  path: string,
  work: (target: Target) => Promise<Value>,
): Promise<Value> {
  const absolute = resolvePath(context.place, path);
  const shown = shownPath(context.place.cwd, absolute);
  try {
    const real = await follow(absolute);
    // The policy judged the path as it was given; a dangling link may lead somewhere else.
    if (real !== absolute && !context.permits(real, 'write')) {
      throw new CommandError('PERMISSION_DENIED', `${shown} leads to ${real}, which may not be written`, {
        hint: 'Choose a path that the rules allow.',
        retry: 'never',
      });
    }
    return await withLock(real, async () => {
      throwIfAborted(context.signal);
      return work({ path: real, shown, stats: await fileStats(real, shown) });
    });
  } catch (thrown) {
    throwIfAborted(context.signal);
    throw toCommandError(thrown, shown);
  }
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

async function fileStats(real: string, shown: string): Promise<BigIntStats | undefined> {
  const stats = await statIfThere(real);
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

export async function statIfThere(path: string): Promise<BigIntStats | undefined> {
  try {
    return await stat(path, { bigint: true });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw thrown;
  }
}
