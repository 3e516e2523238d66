import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Context, realPath, resolvePath, throwIfAborted, toCommandError } from '@helve/command';
import { shownPath } from './regular-file.ts';

/** A file, folder or link itself: links are followed above it, but it is not. */
export interface Entry {
  readonly path: string;
  /** As the user would write the path they gave. */
  readonly shown: string;
  /** Absent where nothing is. */
  readonly stats: Stats | undefined;
}

export async function findEntry(context: Context, path: string): Promise<Entry> {
  const given = resolvePath(context.place, path);
  const place = join(realPath(dirname(given)), basename(given));
  const shown = shownPath(context.place.cwd, given);
  try {
    return { path: place, shown, stats: await lstatIfThere(place) };
  } catch (thrown) {
    throw toCommandError(thrown, shown);
  }
}

/** Everything below a folder, as paths relative to it; links are not followed. */
export async function* entriesBelow(folder: string, signal: AbortSignal, prefix = ''): AsyncGenerator<string> {
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    throwIfAborted(signal);
    const name = join(prefix, entry.name);
    yield name;
    if (entry.isDirectory()) yield* entriesBelow(folder, signal, name);
  }
}

async function lstatIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw thrown;
  }
}
