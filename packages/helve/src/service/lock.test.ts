import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lockHolder, takeLock } from './lock.ts';
import { identityOf } from '@helve/settings';

async function newHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'helve-lock-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return home;
}

/** A process to hold locks. */
async function startProcess() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(end);
  return { pid: child.pid ?? 0, end };
}

it('is held by one process as long as it lives, and then by the next', async () => {
  const home = await newHome();
  const [first, second] = [await startProcess(), await startProcess()];
  expect(takeLock(home, first.pid)?.held()).toBe(true);
  expect(takeLock(home, second.pid)).toBeUndefined();
  expect(lockHolder(home)?.pid).toBe(first.pid);
  await first.end();
  expect(lockHolder(home)).toBeUndefined();
  expect(takeLock(home, second.pid)?.held()).toBe(true);
  expect(await readdir(join(home, 'service.lock'))).toEqual(['2']);
});

it('is free when another process has got the number of its holder', async () => {
  const home = await newHome();
  const [holder, other] = [await startProcess(), await startProcess()];
  takeLock(home, holder.pid);
  await rm(join(home, 'service.lock', '1'));
  await symlink(`${holder.pid}:1${identityOf(holder.pid)}`, join(home, 'service.lock', '1'));
  expect(lockHolder(home)).toBeUndefined();
  expect(takeLock(home, other.pid)?.held()).toBe(true);
});

it('is noticed to be lost with the home', async () => {
  const home = await newHome();
  const lock = takeLock(home, (await startProcess()).pid);
  await rm(home, { recursive: true });
  expect(lock?.held()).toBe(false);
});
