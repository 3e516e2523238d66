import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  type Access,
  CommandError,
  type Context,
  realPath,
  resolvePath,
  throwIfAborted,
  toCommandError,
} from '@helve/command';
import { ChangedMeanwhile, retryIfChanged } from '../write/changed-meanwhile.ts';
import { OpenFolder, type OpenFolders } from './open-folder.ts';
import { shownPath } from './regular-file.ts';

/** A file, folder or link itself: links are followed above it, but it is not. */
export interface Entry {
  readonly path: string;
  /** The same in its open folder, for system calls that follow no link at the end; absent where there is no such folder. */
  readonly at: string | undefined;
  /** As the user would write the path they gave. */
  readonly shown: string;
  /** Absent where nothing is. */
  readonly stats: Stats | undefined;
}

export async function findEntry(context: Context, path: string, access: Access, folders: OpenFolders): Promise<Entry> {
  const given = resolvePath(context.place, path);
  const shown = shownPath(context.place.cwd, given);
  try {
    return await retryIfChanged(async () => {
      const place = join(realPath(dirname(given)), basename(given));
      if (place !== given && !context.permits(place, access)) throw deniedPath(shown, access);
      const at = folders.open(dirname(place))?.at(basename(place));
      return { path: place, at, shown, stats: at === undefined ? undefined : await lstatIfThere(at) };
    });
  } catch (thrown) {
    throw toCommandError(thrown, shown);
  }
}

/** The path of an entry that was found, for system calls. */
export function atOf({ at, shown }: Entry): string {
  if (at !== undefined) return at;
  throw new ChangedMeanwhile(shown);
}

function deniedPath(shown: string, access: Access): CommandError {
  return new CommandError(
    'PERMISSION_DENIED',
    `${shown} leads to a path that may not be ${access === 'read' ? 'read' : 'written'}`,
    { hint: 'A rule denies it; choose another path.', retry: 'never', details: { path: shown } },
  );
}

/** Everything below a folder, given as an open folder has it, as paths relative to it; links are not followed. */
export async function* entriesBelow(at: string, signal: AbortSignal, prefix = ''): AsyncGenerator<string> {
  const folder = OpenFolder.openAt(at, at);
  try {
    for (const entry of await readdir(folder.here, { withFileTypes: true })) {
      throwIfAborted(signal);
      const name = join(prefix, entry.name);
      yield name;
      if (entry.isDirectory()) yield* entriesBelow(folder.at(entry.name), signal, name);
    }
  } finally {
    folder.close();
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
