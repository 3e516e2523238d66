import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { takeFileLock, type TakenLock } from '@helve/settings';
import { ChangedMeanwhile, retryIfChanged } from '../write/changed-meanwhile.ts';

/** A path with links followed, and the same in its open folder; without a folder it has no lock. */
export interface Lockable {
  readonly path: string;
  readonly at: string | undefined;
}

/** Fails where a path has no lock, which work that finds something there must have. */
export type CheckLocked = (realPath: string, shown: string) => void;

/**
 * Runs the work while no other command changes the same paths, in this process or in another. The lock of a path is in
 * its folder, so that it counts wherever the file can be changed. All take locks in one order, so that no two wait for
 * each other. A path whose folder does not exist has no lock: what is put there must find the path free. The work is
 * repeated when it finds that others, or programs that know nothing of locks, have changed something meanwhile.
 */
export async function withLocks<Value>(
  paths: readonly Lockable[],
  signal: AbortSignal,
  work: (checkLocked: CheckLocked) => Promise<Value>,
): Promise<Value> {
  return retryIfChanged(() => lockAndWork(paths, signal, work));
}

async function lockAndWork<Value>(
  paths: readonly Lockable[],
  signal: AbortSignal,
  work: (checkLocked: CheckLocked) => Promise<Value>,
): Promise<Value> {
  const taken = new Map<string, TakenLock>();
  try {
    const locks = new Map(paths.map(({ path, at }) => [lockOf(path), at === undefined ? undefined : dirname(at)]));
    for (const lock of [...locks.keys()].sort()) {
      const folder = locks.get(lock);
      if (folder !== undefined) taken.set(lock, await takeFileLock(lock, signal, { at: join(folder, basename(lock)) }));
    }
    return await work((realPath, shown) => {
      if (!taken.has(lockOf(realPath))) throw new ChangedMeanwhile(shown);
    });
  } finally {
    for (const lock of [...taken.values()].toReversed()) lock.release();
  }
}

/** Names that some file system takes for the same have the same lock. */
function lockOf(realPath: string): string {
  const name = basename(realPath).normalize('NFC').toLowerCase();
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 24);
  return join(dirname(realPath), `.helve-${hash}.lock`);
}
