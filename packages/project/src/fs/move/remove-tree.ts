import { lstat, readdir, rmdir, unlink } from 'node:fs/promises';
import { OpenFolder } from '../paths/open-folder.ts';

/** Removes a file, a link or a folder with all that is in it, given as an open folder has it. No link is followed on the way. */
export async function removeTree(at: string): Promise<void> {
  const stats = await lstat(at).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return undefined;
    throw thrown;
  });
  if (!stats) return;
  if (!stats.isDirectory()) return unlink(at);
  const folder = OpenFolder.openAt(at, at);
  try {
    for (const name of await readdir(folder.here)) await removeTree(folder.at(name));
  } finally {
    folder.close();
  }
  await rmdir(at);
}
