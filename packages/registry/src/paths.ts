import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Context } from './context.ts';

/** The absolute form of a path as a user writes it: `~/` is their home, and relative ones start at the working directory. */
export function resolvePath(context: Pick<Context, 'cwd' | 'env'>, path: string): string {
  const home = context.env.HOME ?? context.env.USERPROFILE;
  if (home !== undefined && (path === '~' || path.startsWith('~/'))) return join(home, path.slice(1));
  return isAbsolute(path) ? resolve(path) : resolve(context.cwd, path);
}

/**
 * Where a path really leads, with every symbolic link followed. What does not exist yet is placed below the real
 * form of its nearest existing folder, so that a new file behind a linked folder is judged where it would land.
 */
export function realPath(absolutePath: string): string {
  const missing: string[] = [];
  let current = absolutePath;
  for (;;) {
    try {
      return join(realpathSync.native(current), ...missing);
    } catch {
      const parent = dirname(current);
      if (parent === current) return absolutePath;
      missing.unshift(basename(current));
      current = parent;
    }
  }
}
