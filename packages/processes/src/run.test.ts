import { kill } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { processesWith, runScript, uniqueSeconds, waitFor } from './testing/processes.ts';
import { RUN_VARIABLE } from './table.ts';

it.each([
  ['exit 0', 0, null],
  ['exit 3', 3, null],
  ['kill -TERM $$', null, 'SIGTERM'],
  ['kill -KILL $$', null, 'SIGKILL'],
])('the end of %s is exit code %s and signal %s', async (script, exitCode, signal) => {
  expect(await runScript(script)).toMatchObject({
    outcome: 'exited',
    exitCode,
    signal,
    leftRunning: [],
    outputOpen: false,
    survivors: [],
  });
});

it('delivers both streams whole, and keeps them apart', async () => {
  const { out, err } = await runScript('seq 200000; seq 300000 >&2');
  expect([out.length, err.length, out.endsWith('\n200000\n'), err.endsWith('\n300000\n')]).toEqual([
    1_288_895,
    1_988_895,
    true,
    true,
  ]);
});

it('reads no more while the taker is busy, and loses nothing', async () => {
  let [busy, overlapping, bytes] = [false, false, 0];
  await runScript('head -c 1000000 /dev/zero', {
    stdout: async (chunk) => {
      overlapping ||= busy;
      busy = true;
      bytes += chunk.length;
      await delay(1);
      busy = false;
    },
  });
  expect([bytes, overlapping]).toEqual([1_000_000, false]);
});

it('drops standard error that nobody wants', async () => {
  expect((await runScript('echo out; echo err >&2', { stderr: undefined })).out).toBe('out\n');
});

it('gives a program its input, or nothing to read', async () => {
  expect((await runScript('cat', { input: 'given' })).out).toBe('given');
  expect((await runScript('cat; echo end')).out).toBe('end\n');
  expect((await runScript('exit 4', { input: 'x'.repeat(1_000_000) })).exitCode).toBe(4);
});

it('lets a script open its streams by name', async () => {
  expect(await runScript('echo one > /dev/stdout; echo two > /dev/stderr')).toMatchObject({
    out: 'one\n',
    err: 'two\n',
  });
});

it('passes on the environment that it is given and the ids of the runs around, and nothing else', async () => {
  const { out } = await runScript('env | sort', { env: { PATH: '/usr/bin:/bin', A: '1' }, outerRun: 'outer' });
  expect(out.split('\n').filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line))).toEqual([
    'A=1',
    expect.stringMatching(new RegExp(`^${RUN_VARIABLE}=outer:[0-9a-f]{24}$`)),
    'PATH=/usr/bin:/bin',
    '',
  ]);
});

it('gives every run an id of its own', async () => {
  const script = `echo $${RUN_VARIABLE}`;
  const ids = await Promise.all(Array.from({ length: 5 }, async () => (await runScript(script)).out));
  expect(new Set(ids).size).toBe(5);
});

it('ends everything at the timeout, also processes that ignore the request and those in sessions of their own', async () => {
  const seconds = uniqueSeconds();
  const started = performance.now();
  const end = await runScript(
    `trap '' TERM; setsid sleep ${seconds} & (trap '' TERM; sleep ${seconds}) & echo up; wait`,
    {
      timeoutMs: 100,
      graceMs: 50,
    },
  );
  expect(end).toMatchObject({ outcome: 'timeout', exitCode: null, signal: null, out: 'up\n', survivors: [] });
  expect(processesWith(seconds)).toEqual([]);
  expect(performance.now() - started).toBeLessThan(10_000);
});

it('ends everything when it is aborted, before it starts or while it runs', async () => {
  const seconds = uniqueSeconds();
  const script = `sleep ${seconds} & sleep ${seconds}`;
  expect(await runScript(script, { signal: AbortSignal.abort() })).toMatchObject({ outcome: 'aborted' });
  const controller = new AbortController();
  const running = runScript(script, { signal: controller.signal });
  await waitFor(() => processesWith(`sleep ${seconds}`).length >= 2);
  controller.abort();
  expect(await running).toMatchObject({ outcome: 'aborted', survivors: [] });
  expect(processesWith(seconds)).toEqual([]);
});

it('is over when the program is, although something in the background holds its streams', async () => {
  const seconds = uniqueSeconds();
  expect(await runScript(`sleep ${seconds} & echo done`)).toMatchObject({
    out: 'done\n',
    leftRunning: [],
    survivors: [],
  });
  expect(processesWith(seconds)).toEqual([]);
});

it('leaves processes in the background running where that is asked for, and lists them', async () => {
  const seconds = uniqueSeconds();
  const { leftRunning, outputOpen } = await runScript(`sleep ${seconds} & echo done`, { keepChildren: true });
  expect([leftRunning.map(({ command }) => command), outputOpen]).toEqual([[`sleep ${seconds}`], true]);
  for (const { pid } of leftRunning) kill(pid, 'SIGKILL');
  await waitFor(() => processesWith(seconds).length === 0);
});

it('fails where the program does not exist or the line is too long', async () => {
  await expect(runScript('', { program: '/nonexistent/program' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(runScript('x'.repeat(5_000_000))).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

it('a bash that is given input does not read the startup file of the user', async () => {
  const home = await mkdtemp(join(tmpdir(), 'helve-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  await writeFile(join(home, '.bashrc'), 'echo from bashrc\n');
  const { out } = await runScript('cat', {
    program: '/bin/bash',
    input: 'given',
    env: { HOME: home, PATH: '/usr/bin:/bin' },
  });
  expect(out).toBe('given');
});
