import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill } from 'node:process';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ProcessEntry, readProcesses } from './table.ts';
import { uniqueSeconds, waitFor } from './testing/processes.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helve-watchdog-'));
  const bundle = await rolldown({
    input: fileURLToPath(new URL('testing/run-process.ts', import.meta.url)),
    platform: 'node',
    resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
    external: [/^node:/],
  });
  await bundle.write({ dir: folder, format: 'cjs', entryFileNames: 'run.cjs' });
  await bundle.close();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts a process that runs the script, after as many other runs. */
function start(script: string, before: number): ChildProcess {
  const child = spawn(process.execPath, [join(folder, 'run.cjs'), script, String(before)], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

describe.each([
  ['in its first run', 0],
  ['in a later run', 2],
])('a process that is killed %s', (_, before) => {
  it.each([
    ['its child', (seconds: number) => `exec sleep ${seconds}`, 1],
    ['children in the background', (seconds: number) => `sleep ${seconds} & sleep ${seconds}`, 2],
    ['a session of its own', (seconds: number) => `setsid sleep ${seconds} & sleep ${seconds}`, 2],
    ['a process that ignores signals', (seconds: number) => `trap '' TERM HUP; sleep ${seconds}; :`, 1],
  ])('takes %s with it', async (_, script, count) => {
    const seconds = uniqueSeconds();
    const child = start(script(seconds), before);
    // A process that was forked and has not yet become another program still has the command line of its parent.
    const isOfRun = (command: string) => command.includes(String(seconds)) && !command.includes('run.cjs');
    const running = () => readProcesses().filter((entry) => isOfRun(entry.command()));
    await waitFor(() => running().length >= count);
    child.kill('SIGKILL');
    await waitFor(() => running().length === 0);
    expect(running()).toEqual([]);
  });
});

it('the watchdog ends with a process that ends by itself', async () => {
  const seconds = uniqueSeconds();
  const child = start(`exec sleep ${seconds}`, 1);
  const childrenOf = () => readProcesses().filter(({ parent }) => parent === child.pid);
  const isSleep = (entry: ProcessEntry) => entry.command() === `sleep ${seconds}`;
  await waitFor(() => childrenOf().some(isSleep));
  const children = childrenOf();
  const programs = children.map((entry) => entry.command().split(' ')[0]);
  expect(new Set(programs)).toEqual(new Set(['/bin/sh', 'sleep']));
  for (const { pid } of children.filter(isSleep)) kill(pid, 'SIGTERM');
  await waitFor(() => readProcesses(children.map(({ pid }) => pid)).length === 0);
  await waitFor(() => child.exitCode !== null);
  expect(child.exitCode).toBe(0);
});
