import { readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderSync } from '@helve/command';
import { identityOf } from '@helve/settings';

/** The process that holds the lock of a home. */
export interface Holder {
  readonly pid: number;
  readonly identity: string;
}

export interface Lock {
  readonly holder: Holder;
  /** Whether it is still ours: the home may have been removed under us. */
  readonly held: () => boolean;
}

/**
 * Takes the lock of a home for this process, or says that another has it. There is nothing to release: a lock is held as
 * long as its process lives.
 *
 * A lock is a numbered symbolic link whose target names its holder: made in one step with its content, and only by one.
 * The highest number counts. Who finds its holder dead makes the next number instead of removing anything, so that two who
 * find it dead at once cannot remove each other's; and the highest is never removed, so that a number is never used twice.
 */
export function takeLock(home: string, pid: number): Lock | undefined {
  const identity = identityOf(pid);
  if (identity === undefined) throw new Error(`process ${pid} does not run`);
  const folder = lockFolder(home);
  makeFolderSync(folder, 0o700);
  const target = `${pid}:${identity}`;
  for (;;) {
    const highest = highestNumber(folder);
    if (holderOf(folder, highest)) return undefined;
    const mine = highest + 1;
    if (!claim(join(folder, String(mine)), target)) continue;
    const numbers = numbersIn(folder);
    if (Math.max(...numbers) !== mine) {
      // We were slow: others took higher numbers while we looked, and cleaned up below them.
      rmSync(join(folder, String(mine)), { force: true });
      continue;
    }
    for (const number of numbers) if (number < mine) rmSync(join(folder, String(number)), { force: true });
    return { holder: { pid, identity }, held: () => readTarget(folder, mine) === target };
  }
}

/** The living process that holds the lock of a home, if there is one. */
export function lockHolder(home: string): Holder | undefined {
  const folder = lockFolder(home);
  return holderOf(folder, highestNumber(folder));
}

function lockFolder(home: string): string {
  return join(home, 'service.lock');
}

function claim(link: string, target: string): boolean {
  try {
    symlinkSync(target, link);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function holderOf(folder: string, number: number): Holder | undefined {
  const [pid = '', identity] = readTarget(folder, number)?.split(/:(.*)/s) ?? [];
  if (identity === undefined || identityOf(Number(pid)) !== identity) return undefined;
  return { pid: Number(pid), identity };
}

function readTarget(folder: string, number: number): string | undefined {
  try {
    return readlinkSync(join(folder, String(number)));
  } catch {
    return undefined;
  }
}

function highestNumber(folder: string): number {
  return Math.max(0, ...numbersIn(folder));
}

function numbersIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
