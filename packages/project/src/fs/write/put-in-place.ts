import { randomBytes } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What file systems without hard links answer to one. */
const NO_HARD_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** A name that nobody can guess, in the folder of a path. */
export function temporaryName(path: string): string {
  return join(dirname(path), `.helve-${randomBytes(12).toString('hex')}.tmp`);
}

/** Whether a command of ours has made this for as long as it works. */
export function isTemporary(name: string): boolean {
  return /^\.helve-[\da-f]{24}\.(?:tmp$|lock(?:\.|$))/.test(name);
}

/** Gives a finished file its real name in one step; when exclusive, only where nothing has that name. */
export async function putInPlace(temp: string, path: string, exclusive: boolean): Promise<void> {
  if (!exclusive) {
    await rename(temp, path);
    return;
  }
  try {
    await link(temp, path);
  } catch (thrown) {
    if (!NO_HARD_LINKS.has((thrown as NodeJS.ErrnoException).code)) throw thrown;
    await claimAndRename(temp, path);
    return;
  }
  await rm(temp, { force: true });
}

async function claimAndRename(temp: string, path: string): Promise<void> {
  await (await open(path, 'wx')).close();
  try {
    await rename(temp, path);
  } catch (thrown) {
    await rm(path, { force: true });
    throw thrown;
  }
}
