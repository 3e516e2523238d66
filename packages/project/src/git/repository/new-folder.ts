import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '@helve/command';
import type { Context } from '@helve/command';

/** A folder that a git is about to fill, and how to take away what came of it. */
export interface NewFolder {
  remove(): Promise<void>;
}

/**
 * Looks at what is there before: nothing, or an empty folder. A confined git can only fill a folder that exists, so it is
 * made first.
 */
export async function planFolder(target: string, { confinement }: Pick<Context, 'confinement'>): Promise<NewFolder> {
  const existed = (await stat(target).catch(() => undefined)) !== undefined;
  const missing: string[] = [];
  for (let folder = dirname(target); !(await stat(folder).catch(() => undefined)); folder = dirname(folder)) {
    missing.push(folder);
  }
  if (confinement) await makeFolder(target);
  return {
    remove: async () => {
      const leftovers = existed ? (await readdir(target)).map((name) => join(target, name)) : [target];
      for (const path of leftovers) await rm(path, { recursive: true, force: true, maxRetries: 3 });
      // Only folders that are empty go, so nothing that came from elsewhere is lost.
      for (const folder of missing) await rmdir(folder).catch(() => {});
    },
  };
}
