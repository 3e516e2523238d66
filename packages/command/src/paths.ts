import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Place } from './caller.ts';

/** The absolute form of a path as a user writes it: `~/` is their home, and relative ones start at the working directory. */
export function resolvePath({ cwd, env }: Pick<Place, 'cwd' | 'env'>, path: string): string {
  const home = env.HOME ?? env.USERPROFILE;
  if (home !== undefined && (path === '~' || path.startsWith('~/'))) return join(home, path.slice(1));
  return isAbsolute(path) ? resolve(path) : resolve(cwd, path);
}

/**
 * Where a path really leads, with every symbolic link followed. What does not exist yet is placed below the real
 * form of its nearest existing folder, so that a new file is judged where it would land: also behind a linked folder
 * and behind a link to nothing.
 */
export function realPath(absolutePath: string): string {
  return follow(absolutePath, 0) ?? absolutePath;
}

/** As many links as Linux follows before it says ELOOP. */
const MOST_LINKS = 40;

function follow(absolutePath: string, links: number): string | undefined {
  if (links > MOST_LINKS) return undefined;
  const missing: string[] = [];
  let current = absolutePath;
  for (;;) {
    const real = attempt(() => realpathSync.native(current));
    if (real !== undefined) return join(real, ...missing);
    const target = attempt(() => readlinkSync(current));
    if (target !== undefined) return follow(resolve(dirname(current), target, ...missing), links + 1);
    const parent = dirname(current);
    if (parent === current) return undefined;
    missing.unshift(basename(current));
    current = parent;
  }
}

function attempt(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The repository that a folder is in; without one, the folder itself. */
export function projectRoot(cwd: string): string {
  return projectFolders(cwd)[0] ?? cwd;
}

/** The folders of a project from its root to the given one. Outside a repository only that one counts. */
export function projectFolders(cwd: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (somethingAt(join(folder, '.git'))) return folders;
    if (dirname(folder) === folder) return [cwd];
  }
}

/** Whether anything has this path. An entry that cannot be inspected counts: reading it then reports the error. */
export function somethingAt(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR';
  }
}
