import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. Node's own way to do so (`recursive`) never ends where the system reports that a
 * new folder does not exist although the one above it does, as below /proc.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (thrown) {
    if (await isFolder(folder)) return;
    const { code } = thrown as NodeJS.ErrnoException;
    const above = dirname(folder);
    if (code !== 'ENOENT' || above === folder) throw asNoFolder(thrown, folder);
    // Once more also where the one above exists: another process may have made it since.
    if (!(await isFolder(above))) await makeFolder(above, mode);
    await mkdir(folder, { mode }).catch(async (again: unknown) => {
      if (!(await isFolder(folder))) throw asNoFolder(again, folder);
    });
  }
}

/** The same without waiting, for work that must not be interrupted. */
export function makeFolderSync(folder: string, mode?: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (thrown) {
    if (isFolderSync(folder)) return;
    const { code } = thrown as NodeJS.ErrnoException;
    const above = dirname(folder);
    if (code !== 'ENOENT' || above === folder) throw asNoFolder(thrown, folder);
    if (!isFolderSync(above)) makeFolderSync(above, mode);
    try {
      mkdirSync(folder, { mode });
    } catch (again) {
      if (!isFolderSync(folder)) throw asNoFolder(again, folder);
    }
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function isFolderSync(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A file in the place of the folder is the same fault as a file above it. */
function asNoFolder(thrown: unknown, folder: string): unknown {
  const { code } = thrown as NodeJS.ErrnoException;
  if (code !== 'EEXIST') return thrown;
  return Object.assign(new Error('not a directory'), { code: 'ENOTDIR', syscall: 'mkdir', path: folder });
}
