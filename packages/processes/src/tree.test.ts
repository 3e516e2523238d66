import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pid as ownPid } from 'node:process';
import { expect, it, onTestFinished } from 'vitest';
import { type ProcessEntry, readProcesses, RUN_VARIABLE } from './table.ts';
import { processesWith, temporaryFolder, textOf, uniqueSeconds, waitFor } from './testing/processes.ts';
import { endTree, findLeftRunning, findMembers } from './tree.ts';

let runs = 0;

/** Starts a script as the leader of a run. */
function lead(script: string): { readonly mark: { pid: number; runId: string }; readonly child: ChildProcess } {
  const runId = `test-${ownPid}-${runs++}-run`;
  const child = spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env.PATH ?? '', [RUN_VARIABLE]: `outer:${runId}` },
  });
  const mark = { pid: child.pid ?? 0, runId };
  onTestFinished(async () => void (await endTree(mark, 0)));
  return { mark, child };
}

const entry = (pid: number, more: Partial<ProcessEntry> = {}): ProcessEntry => ({
  pid,
  parent: 1,
  group: pid,
  session: pid,
  started: `at ${pid}`,
  carries: () => false,
  command: () => `program ${pid}`,
  ...more,
});

it('members are the leader, its group, its session, its descendants and those that carry its id', () => {
  const processes = [
    entry(10),
    entry(11, { group: 10 }),
    entry(12, { session: 10 }),
    entry(13, { parent: 12 }),
    entry(14, { carries: (runId) => runId === 'id' }),
    entry(15, { parent: 14 }),
    entry(20),
    entry(21, { parent: 20 }),
  ];
  const known = new Map<number, string>();
  const pids = (all: readonly ProcessEntry[]) =>
    findMembers({ pid: 10, runId: 'id' }, all, known).map(({ pid }) => pid);
  expect(new Set(pids(processes))).toEqual(new Set([10, 11, 12, 13, 14, 15]));
  // One that was found stays known without its parent, but not another process that got its pid.
  expect(pids([entry(13), entry(15, { started: 'later' }), entry(20)])).toEqual([13]);
});

it('ends a group, a session of its own, an orphan and a stopped process', async () => {
  const seconds = uniqueSeconds();
  const { mark } = lead(
    `sleep ${seconds} & setsid sleep ${seconds} & (setsid sh -c 'sleep ${seconds}; :' &) ; sleep ${seconds} & kill -STOP $!; wait`,
  );
  await waitFor(() => processesWith(`sleep ${seconds}`).length >= 6);
  expect(await endTree(mark)).toEqual([]);
  expect(processesWith(seconds)).toEqual([]);
});

it('lets a process clean up before it ends', async () => {
  const file = join(temporaryFolder(), 'ended');
  const { mark } = lead(`trap 'echo cleaned > ${file}; exit' TERM; echo up > ${file}; while :; do sleep 0.01; done`);
  await waitFor(() => textOf(file) === 'up\n');
  expect(await endTree(mark)).toEqual([]);
  expect(textOf(file)).toBe('cleaned\n');
});

it('kills a process that does not end by itself', async () => {
  const file = join(temporaryFolder(), 'up');
  const { mark } = lead(`trap '' TERM; echo up > ${file}; while :; do sleep 0.01; done`);
  await waitFor(() => textOf(file) === 'up\n');
  expect(await endTree(mark, 50)).toEqual([]);
  expect(readProcesses([mark.pid])).toEqual([]);
});

it('ends nothing where nothing is left', async () => {
  const { mark, child } = lead('exit 0');
  await new Promise((resolve) => child.once('exit', resolve));
  expect(await endTree(mark)).toEqual([]);
  expect(await findLeftRunning(mark)).toEqual([]);
});

it('finds what a run left behind, by its group and by its id', async () => {
  const seconds = uniqueSeconds();
  const { mark, child } = lead(`sleep ${seconds} & setsid sleep ${seconds} & exit 0`);
  await new Promise((resolve) => child.once('exit', resolve));
  await waitFor(() => processesWith(`sleep ${seconds}`).length === 2);
  const left = await findLeftRunning(mark);
  expect(left.map(({ command }) => command)).toEqual([`sleep ${seconds}`, `sleep ${seconds}`]);
});

it('the table of processes has this one, with its parent, and leaves out those that have ended', async () => {
  const [own] = readProcesses([ownPid]);
  expect([own?.pid, own?.parent]).toEqual([ownPid, process.ppid]);
  expect(readProcesses().some(({ pid }) => pid === ownPid)).toBe(true);
  const { mark, child } = lead('exit 0');
  await new Promise((resolve) => child.once('exit', resolve));
  expect(readProcesses([mark.pid])).toEqual([]);
});

it('a process carries the ids in its environment and no other', async () => {
  const { mark } = lead(`sleep ${uniqueSeconds()}`);
  await waitFor(() => readProcesses([mark.pid])[0]?.carries(mark.runId) === true);
  const [found] = readProcesses([mark.pid]);
  expect([found?.carries('outer'), found?.carries('another'), found?.command().includes('sleep')]).toEqual([
    true,
    false,
    true,
  ]);
});
