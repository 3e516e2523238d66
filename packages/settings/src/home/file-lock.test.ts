import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { expect, it, onTestFinished } from 'vitest';
import { takeFileLock, tryFileLock, withFileLock } from './file-lock.ts';
import { identityOf } from './process-identity.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function bundle(): Promise<string> {
  const dir = await newFolder();
  const built = await rolldown({
    input: { lock: fileURLToPath(new URL('../testing/lock-process.ts', import.meta.url)) },
    platform: 'node',
    resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
    external: [/^node:/],
  });
  await built.write({ dir, format: 'cjs', entryFileNames: '[name].cjs' });
  await built.close();
  return join(dir, 'lock.cjs');
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** The name of a lock's holder as file-lock.ts writes it. */
function ownerName(pid: number, start: string, machine: string): string {
  return `${pid},${start},${machine},0123456789abcdef`;
}

async function ownName(): Promise<string> {
  const folder = await newFolder();
  const lock = await takeFileLock(join(folder, 'lock'));
  const [name = ''] = await readdir(join(folder, 'lock'));
  lock.release();
  return name;
}

it('has one holder at a time while holders are killed', async () => {
  const script = await bundle();
  const folder = await newFolder();
  await writeFile(join(folder, 'counter'), '0');
  let [done, overlaps] = [0, 0];
  const worker = async (index: number) => {
    for (let life = 0; life < 8; life++) {
      const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      let left = 1 + ((index + life) % 3);
      for await (const line of createInterface({ input: child.stdout })) {
        if (line === 'done') done++;
        if (line === 'overlap') overlaps++;
        if (line === 'holding' && --left === 0) break;
      }
      expect(left).toBe(0);
      await kill(child);
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, index) => worker(index)));
  expect(overlaps).toBe(0);
  expect(Number(await readFile(join(folder, 'counter'), 'utf8'))).toBeGreaterThanOrEqual(done);
});

it('keeps the order in which the work of one process asked for it', async () => {
  const path = join(await newFolder(), 'lock');
  const order: number[] = [];
  await Promise.all([1, 2, 3, 4].map((each) => withFileLock(path, async () => void order.push(each))));
  expect(order).toEqual([1, 2, 3, 4]);
});

it('leaves nothing behind', async () => {
  const folder = await newFolder();
  await withFileLock(join(folder, 'lock'), async () => {});
  await expect(withFileLock(join(folder, 'lock'), () => Promise.reject(new Error('x')))).rejects.toThrow('x');
  expect(await readdir(folder)).toEqual([]);
});

it('is taken from a holder whose process number belongs to another process now', async () => {
  const folder = await newFolder();
  const [, start = '', machine = ''] = (await ownName()).split(',');
  await mkdir(join(folder, 'lock', ownerName(process.pid, `1${start}`, machine)), { recursive: true });
  await mkdir(join(folder, `lock.${ownerName(process.pid, `2${start}`, machine)}`));
  expect(await withFileLock(join(folder, 'lock'), async () => 'taken')).toBe('taken');
  expect(await readdir(folder)).toEqual([]);
});

it('is not taken from a live holder by one who stops waiting', async () => {
  const folder = await newFolder();
  const owner = ownerName(1, identityOf(1)?.split('@')[0] ?? '', (await ownName()).split(',')[2] ?? '');
  await mkdir(join(folder, 'lock', owner), { recursive: true });
  const waiting = withFileLock(join(folder, 'lock'), async () => {}, AbortSignal.abort());
  await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect(
    takeFileLock(join(folder, 'lock'), undefined, { patience: { held: 50, silent: 50 } }),
  ).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: `${join(folder, 'lock')} is locked by another process (1)`,
  });
  expect(await readdir(join(folder, 'lock'))).toEqual([owner]);
});

it('is taken from a holder in another container only when that one no longer shows that it runs', async () => {
  const folder = await newFolder();
  const owner = join(folder, 'lock', ownerName(1, '5', 'another machine'));
  await mkdir(owner, { recursive: true });
  let [beats, taken] = [0, 0];
  const silent = 1000;
  const take = async () => {
    const lock = await takeFileLock(join(folder, 'lock'), undefined, { patience: { held: 1, silent } });
    taken = performance.now();
    lock.release();
  };
  const waiting = take();
  const start = performance.now();
  while (performance.now() < start + 2 * silent) {
    await utimes(owner, ++beats, beats);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const last = performance.now();
  await waiting;
  expect(taken).toBeGreaterThan(last);
  expect(await readdir(folder)).toEqual([]);
});

it('is released in a folder that was moved meanwhile', async () => {
  const folder = await newFolder();
  await mkdir(join(folder, 'before'));
  await withFileLock(join(folder, 'before', 'lock'), () => rename(join(folder, 'before'), join(folder, 'after')));
  expect(await readdir(folder, { recursive: true })).toEqual(['after']);
});

it('is not taken from a stopped process, and passes on when that is killed', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'counter'), '0');
  const child = spawn(process.execPath, [await bundle(), folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) if (line === 'holding') break;
  const owner = await stopWhileHolding(child, join(folder, 'lock'));
  const impatient = { patience: { held: 300, silent: 100 } };
  await expect(takeFileLock(join(folder, 'lock'), undefined, impatient)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await readdir(join(folder, 'lock'))).toEqual([owner]);
  await kill(child);
  expect(await withFileLock(join(folder, 'lock'), async () => 'taken')).toBe('taken');
});

it('is not taken from another copy of this module in the same process', async () => {
  const path = join(await newFolder(), 'lock');
  const copyOfModule: string = './file-lock.ts?copy';
  const copy = (await import(copyOfModule)) as { takeFileLock: typeof takeFileLock };
  const lock = await takeFileLock(path);
  await expect(copy.takeFileLock(path, undefined, { patience: { held: 100, silent: 1 } })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  lock.check();
  lock.release();
});

it('tells a holder that lost it before the holder changes anything', async () => {
  const path = join(await newFolder(), 'lock');
  const lock = await takeFileLock(path);
  lock.check();
  await rm(path, { recursive: true });
  expect(() => lock.check()).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
  lock.release();
});

/** Stops a process at a moment when it has the lock. Returns the name of the holder. */
async function stopWhileHolding(child: ChildProcess, lock: string): Promise<string> {
  for (;;) {
    child.kill('SIGSTOP');
    while (!(await stateOf(child.pid)).startsWith('T')) await new Promise((resolve) => setImmediate(resolve));
    const [owner] = await readdir(lock).catch(() => []);
    if (owner !== undefined) return owner;
    child.kill('SIGCONT');
  }
}

async function stateOf(pid: number | undefined): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2);
}

it('is taken at once or not at all by one who does not wait', async () => {
  const folder = await newFolder();
  const path = join(folder, 'lock');
  const [, start = '', machine = ''] = (await ownName()).split(',');
  const liveOwner = ownerName(1, identityOf(1)?.split('@')[0] ?? '', machine);
  await mkdir(join(path, liveOwner), { recursive: true });
  expect(tryFileLock(path)).toEqual({ holder: 1 });
  await rm(path, { recursive: true });
  // One that has ended, and one elsewhere that shows no sign of life.
  for (const owner of [ownerName(process.pid, `1${start}`, machine), ownerName(1, '5', 'another machine')]) {
    await mkdir(join(path, owner), { recursive: true });
    await utimes(join(path, owner), 1, 1);
    const lock = tryFileLock(path);
    expect('release' in lock && lock.release()).toBe(undefined);
  }
  await mkdir(join(path, ownerName(1, '5', 'another machine')), { recursive: true });
  expect(tryFileLock(path)).toEqual({ holder: 1 });
  await rm(path, { recursive: true });
  expect(await readdir(folder)).toEqual([]);
});
