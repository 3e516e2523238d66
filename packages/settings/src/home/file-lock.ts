import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { kill, pid } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '@helve/command';

const WAIT_MS = 10_000;
const POLL_MS = 10;

/** Runs the work while no other process that asks for the same lock file does its own. */
export async function withFileLock<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  await take(path);
  try {
    await removeLeftovers(path);
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<void> {
  const end = performance.now() + WAIT_MS;
  while (!(await create(path))) {
    await removeIfAbandoned(path);
    if (performance.now() > end) {
      throw new CommandError('UNAVAILABLE', `${path} is held by another process`, {
        hint: `Try again; if no helve runs, remove ${path}.`,
        retry: 'safe',
      });
    }
    await delay(POLL_MS);
  }
}

/** The file appears with its content or not at all, so that nobody takes a lock in the making for an abandoned one. */
async function create(path: string): Promise<boolean> {
  const temp = uniqueName(path);
  try {
    await writeFile(temp, String(pid), { flag: 'wx', mode: 0o600 });
    await link(temp, path);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw thrown;
  } finally {
    await rm(temp, { force: true });
  }
}

async function removeIfAbandoned(path: string): Promise<void> {
  const holder = await readHolder(path);
  if (holder === undefined || isAlive(holder)) return;
  // Of several that saw it abandoned, one moves it away. If that was a new one by then, it is put back.
  const aside = uniqueName(path);
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const moved = await readHolder(aside);
  if (moved !== undefined && isAlive(moved)) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}

async function readHolder(path: string): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

function isAlive(holder: number): boolean {
  try {
    return kill(holder, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function uniqueName(path: string): string {
  return `${path}.${pid}-${randomBytes(8).toString('hex')}`;
}

/** What processes that were killed had begun to make of a lock. */
async function removeLeftovers(path: string): Promise<void> {
  const lead = `${basename(path)}.`;
  const names = (await readdir(dirname(path))).filter((name) => name.startsWith(lead));
  for (const name of names) {
    const [, maker] = /^(\d+)-[\da-f]{16}$/.exec(name.slice(lead.length)) ?? [];
    if (maker !== undefined && !isAlive(Number(maker))) await rm(join(dirname(path), name), { force: true });
  }
}
