import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Context, realPath, resolvePath, toCommandError } from '@helve/command';
import { OpenFolder } from './paths/open-folder.ts';
import { deniedRead, kindOf, shownPath } from './paths/regular-file.ts';
import { retryIfChanged } from './write/changed-meanwhile.ts';

/** Describes what stands at a path. A link is described itself, even when it leads nowhere. */
export async function statPath(input: { readonly path: string }, context: Context) {
  const absolutePath = resolvePath(context.place, input.path);
  const shown = shownPath(context.place.cwd, absolutePath);
  return retryIfChanged(async () => {
    // Since the path was judged, a link in it may have been exchanged.
    const folder = realPath(dirname(absolutePath));
    const place = join(folder, basename(absolutePath));
    if (place !== absolutePath && !context.permits(place, 'read')) throw deniedRead(shown);
    const open = openOrFail(folder, shown);
    try {
      return describe(open?.at(basename(absolutePath)) ?? absolutePath, absolutePath, shown);
    } finally {
      open?.close();
    }
  });
}

function openOrFail(folder: string, shown: string): OpenFolder | undefined {
  try {
    return OpenFolder.open(folder);
  } catch (thrown) {
    throw toCommandError(thrown, shown);
  }
}

function describe(at: string, absolutePath: string, shown: string) {
  try {
    const stats = lstatSync(at);
    const real = realPathOf(absolutePath);
    const type = kindOf(stats);
    return {
      path: shown,
      type,
      size: stats.size,
      mode: (stats.mode & 0o7777).toString(8).padStart(4, '0'),
      modified: stats.mtime.toISOString(),
      created: stats.birthtime.toISOString(),
      accessed: stats.atime.toISOString(),
      owner: { uid: stats.uid, gid: stats.gid },
      ...(type === 'link' ? { link: { target: readlinkSync(at), broken: real === undefined } } : {}),
      ...(real === undefined ? {} : { realPath: real }),
    };
  } catch (thrown) {
    throw toCommandError(thrown, shown);
  }
}

function realPathOf(absolutePath: string): string | undefined {
  try {
    return realpathSync.native(absolutePath);
  } catch {
    return undefined;
  }
}
