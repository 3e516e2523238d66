import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. Node's own way to do so never ends where the system says of a new folder that it
 * does not exist although the one above it does, as below /proc.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (thrown) {
    if (await isFolder(folder)) return;
    const { code } = thrown as NodeJS.ErrnoException;
    const above = dirname(folder);
    if (code !== 'ENOENT' || above === folder || (await isFolder(above))) throw asNoFolder(thrown);
    await makeFolder(above, mode);
    await makeFolder(folder, mode);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** What stands in the place of the folder is a file, as it would be if it stood above it. */
function asNoFolder(thrown: unknown): unknown {
  const { code, path } = thrown as NodeJS.ErrnoException;
  if (code !== 'EEXIST') return thrown;
  return Object.assign(new Error('not a directory'), { code: 'ENOTDIR', syscall: 'mkdir', path });
}
