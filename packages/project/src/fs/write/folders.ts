import { lstat, mkdir, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { statTarget } from '../paths/regular-file.ts';

/** Makes a folder and those above it; tells which were made, the highest first. If one fails, none is left. */
export async function makeFolders(folder: string, shown: string): Promise<readonly string[]> {
  const missing: string[] = [];
  let above = folder;
  for (; !(await isThere(above)); above = dirname(above)) missing.unshift(above);
  // A link to nothing is there, and yet no folder can be made in its place or below it.
  statTarget(above, shown);
  const made: string[] = [];
  try {
    for (const path of missing) if (await makeOne(path)) made.push(path);
  } catch (thrown) {
    await removeFolders(made);
    throw thrown;
  }
  return made;
}

/** Takes back folders that were made, as far as nothing has been put in them. */
export async function removeFolders(made: readonly string[]): Promise<void> {
  for (const path of made.toReversed()) {
    try {
      await rmdir(path);
    } catch {
      return;
    }
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw thrown;
  }
}

async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (thrown) {
    // Another may have made it meanwhile.
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST' && (await lstat(path)).isDirectory()) return false;
    throw thrown;
  }
}
