import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { type Context, resolvePath, toCommandError } from '@helve/command';
import { kindOf, shownPath } from './paths/regular-file.ts';

/** Describes what stands at a path. A link is described itself, even when it leads nowhere. */
export async function statPath(input: { readonly path: string }, context: Context) {
  const absolutePath = resolvePath(context.place, input.path);
  const shown = shownPath(context.place.cwd, absolutePath);
  try {
    const stats = lstatSync(absolutePath);
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
      ...(type === 'link' ? { link: { target: readlinkSync(absolutePath), broken: real === undefined } } : {}),
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
