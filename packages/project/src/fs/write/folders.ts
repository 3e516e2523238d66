import { lstat, mkdir, rmdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { OpenFolder, type OpenFolders } from '../paths/open-folder.ts';
import { statTarget } from '../paths/regular-file.ts';
import { retryIfChanged } from './changed-meanwhile.ts';

export interface MadeFolder {
  /** The folder, open. */
  readonly folder: OpenFolder;
  /** Those that were made on the way, the highest first, each in the open one around it. */
  readonly made: readonly string[];
}

/** Makes a folder and those above it, if they are missing. There must be no link in its path. If one fails, none is left. */
export async function makeFolders(path: string, shown: string, folders: OpenFolders): Promise<MadeFolder> {
  return retryIfChanged(async () => {
    const missing: string[] = [];
    let above = path;
    for (; !(await isThere(above)); above = dirname(above)) missing.unshift(basename(above));
    // A link to nothing is there, and yet no folder can be made in its place or below it.
    statTarget(above, shown);
    let folder = folders.open(above) ?? OpenFolder.openAt(above, above);
    const made: string[] = [];
    try {
      for (const name of missing) {
        if (await makeOne(folder.at(name))) made.push(folder.at(name));
        folder = folders.child(folder, name);
      }
    } catch (thrown) {
      await removeFolders(made);
      throw thrown;
    }
    return { folder, made };
  });
}

/** Makes a folder and those above it for the work; those that it made are removed if the work fails. */
export async function withNewFolders<Value>(
  path: string,
  shown: string,
  folders: OpenFolders,
  work: () => Promise<Value>,
): Promise<Value> {
  const { made } = await makeFolders(path, shown, folders);
  try {
    return await work();
  } catch (thrown) {
    await removeFolders(made);
    throw thrown;
  }
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
