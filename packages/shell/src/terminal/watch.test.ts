import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorkspace, processesWith, textOf, waitFor, type Workspace } from '../testing/workspace.ts';
import type { Output as WatchResult } from '../commands/terminal/watch.ts';

/** Notes each run outside of what is watched, so that a test can tell when it was made. */
const NOTED = 'echo run >> ../runs';

/** Seconds that only these tests sleep, by which their processes are known. */
const SECONDS = 100_000 + process.pid;

const watching = (workspace: Workspace, input: object = {}) =>
  workspace.data<WatchResult>('terminal watch', {
    command: NOTED,
    timeoutSeconds: 60,
    maxRuns: 2,
    debounce: 20,
    ...input,
  });

/** Gives a file new content in one step, as editors do: one change, however slow the machine. */
async function replace(workspace: Workspace, name: string, content: string): Promise<void> {
  const made = join(workspace.dir, '../new');
  await writeFile(made, content);
  await rename(made, join(workspace.dir, name));
}

const ran = (workspace: Workspace, times: number) =>
  waitFor(async () => (await textOf(join(workspace.dir, '../runs'))).length >= 4 * times);

const short = ({ ended, runs }: WatchResult) => [
  ended,
  ...runs.map(({ trigger, changed, stdout }) => [trigger, changed, stdout]),
];

const changesOf = ({ runs }: WatchResult) => runs.map(({ changed }) => changed);

it('runs at the start and after each change, also of files that are replaced or in new folders', async () => {
  const workspace = await openWorkspace({ 'src/a.txt': '1' });
  const path = (name: string) => join(workspace.dir, name);
  const result = watching(workspace, { command: `cat src/a.txt; ${NOTED}`, maxRuns: 4 });
  await ran(workspace, 1);
  await replace(workspace, 'src/a.txt', '2');
  await ran(workspace, 2);
  writeFileSync(path('src/a.txt'), '3');
  await ran(workspace, 3);
  mkdirSync(path('deep/er/and/deeper'), { recursive: true });
  writeFileSync(path('deep/er/and/deeper/b.txt'), '');
  expect(short(await result)).toEqual([
    'max-runs',
    ['start', [], '1'],
    ['change', ['src/a.txt'], '2'],
    ['change', ['src/a.txt'], '3'],
    ['change', ['deep/er/and/deeper/b.txt'], '3'],
  ]);
});

it('follows a folder that is removed and made anew, over and over, with what was written in between', async () => {
  const workspace = await openWorkspace({ 'lib/deep/b.txt': '', 'lib/a.txt': '0' });
  const path = (name: string) => join(workspace.dir, name);
  const rounds = 12;
  const result = watching(workspace, { maxRuns: 2 * rounds + 1 });
  for (let round = 1; round <= rounds; round++) {
    await ran(workspace, 2 * round - 1);
    // All in one turn, so that the new folder is there before anything hears of the old one's end.
    rmSync(path('lib'), { recursive: true });
    mkdirSync(path('lib/deep'), { recursive: true });
    writeFileSync(path('lib/a.txt'), String(round));
    await ran(workspace, 2 * round);
    writeFileSync(path('lib/deep/new.txt'), '');
  }
  const changes = changesOf(await result);
  const anew = ['lib/a.txt', 'lib/deep/b.txt'];
  expect(changes.slice(-2 * rounds)).toHaveLength(20);
  expect(changes.filter((_, at) => at % 2 === 1).map((files) => files.join())).toEqual(
    Array.from({ length: 10 }, () => 'lib/deep/new.txt'),
  );
  for (const files of changes.filter((_, at) => at % 2 === 0)) {
    expect(files.filter((file) => file !== 'lib/deep/new.txt' && !anew.includes(file))).toEqual([]);
    expect(files).toContain('lib/a.txt');
  }
});

it('follows the watched path itself, and the folders around it, when they are made anew', async () => {
  const workspace = await openWorkspace({ 'a/b/src/x.txt': '' });
  const path = (name: string) => join(workspace.dir, name);
  const result = watching(workspace, { paths: ['a/b/src'], maxRuns: 5 });
  await ran(workspace, 1);
  rmSync(path('a/b/src'), { recursive: true });
  await ran(workspace, 2);
  mkdirSync(path('a/b/src'));
  writeFileSync(path('a/b/src/y.txt'), '');
  await ran(workspace, 3);
  rmSync(path('a'), { recursive: true });
  await ran(workspace, 4);
  mkdirSync(path('a/b/src'), { recursive: true });
  writeFileSync(path('a/b/src/z.txt'), '');
  expect(changesOf(await result)).toEqual([
    [],
    ['a/b/src/x.txt'],
    ['a/b/src/y.txt'],
    ['a/b/src/y.txt'],
    ['a/b/src/z.txt'],
  ]);
});

it('notices a folder that is moved away and another that is moved in its place', async () => {
  const workspace = await openWorkspace({ 'lib/deep/old.txt': '', 'other/deep/new.txt': '' });
  const path = (name: string) => join(workspace.dir, name);
  const result = watching(workspace, { paths: ['lib'], maxRuns: 3 });
  await ran(workspace, 1);
  renameSync(path('lib'), path('gone'));
  renameSync(path('other'), path('lib'));
  await ran(workspace, 2);
  writeFileSync(path('gone/deep/old.txt'), 'not watched any more');
  writeFileSync(path('lib/deep/new.txt'), 'watched');
  expect(changesOf(await result)).toEqual([[], ['lib/deep/new.txt', 'lib/deep/old.txt'], ['lib/deep/new.txt']]);
});

it('takes many changes at once for one, even more than the system tells of, and misses no folder', async () => {
  const workspace = await openWorkspace({ 'a.txt': '' });
  const path = (name: string) => join(workspace.dir, name);
  const result = watching(workspace, { maxRuns: 3, debounce: 500 });
  await ran(workspace, 1);
  // Added to, and not written anew: a busy disk would take longer for that than the test has.
  const files = Array.from({ length: 500 }, (_, file) => openSync(path(`${file}.txt`), 'a'));
  for (let change = 0; change < 20_000; change++) writeSync(files[change % 500] ?? 0, 'x');
  for (const file of files) closeSync(file);
  mkdirSync(path('late/er'), { recursive: true });
  writeFileSync(path('late/er/first.txt'), '');
  await ran(workspace, 2);
  writeFileSync(path('late/er/second.txt'), '');
  const { runs, total } = await result;
  expect([total, runs[1]?.changed.length, runs[2]?.changed]).toEqual([3, 50, ['late/er/second.txt']]);
});

it('takes no notice of a file that came and went', async () => {
  const workspace = await openWorkspace({ 'a.txt': '' });
  const result = watching(workspace, { debounce: 1000 });
  await ran(workspace, 1);
  await writeFile(join(workspace.dir, '4913'), '');
  await rm(join(workspace.dir, '4913'));
  writeFileSync(join(workspace.dir, 'a.txt'), 'x');
  expect(changesOf(await result)).toEqual([[], ['a.txt']]);
});

it('makes exactly one more run of all that changes during one', async () => {
  const workspace = await openWorkspace({ 'a.txt': '' });
  const path = (name: string) => join(workspace.dir, name);
  const command = `${NOTED}; while [ ! -e ../go ]; do sleep 0.01; done`;
  const result = watching(workspace, { command, maxRuns: 3 });
  await ran(workspace, 1);
  for (const name of ['a', 'b', 'c']) writeFileSync(path(`${name}.txt`), 'x');
  writeFileSync(path('../go'), '');
  await ran(workspace, 2);
  writeFileSync(path('d.txt'), 'x');
  expect(changesOf(await result)).toEqual([[], ['a.txt', 'b.txt', 'c.txt'], ['d.txt']]);
});

it('with restart, ends a run with all that it started when files change', async () => {
  const workspace = await openWorkspace({ 'a.txt': '1' });
  const command = `${NOTED}; if grep -q 1 a.txt; then setsid sleep ${SECONDS}.25 & sleep ${SECONDS}.5; fi; cat a.txt`;
  const result = watching(workspace, { command, restart: true });
  await ran(workspace, 1);
  await waitFor(() => processesWith(`${SECONDS}.25`).some((line) => line.startsWith('sleep')));
  await replace(workspace, 'a.txt', '2');
  const { runs } = await result;
  expect(runs.map(({ status, changed, stdout }) => [status, changed, stdout])).toEqual([
    ['restarted', [], ''],
    ['success', ['a.txt'], '2'],
  ]);
  expect(processesWith(`${SECONDS}.`)).toEqual([]);
});

it('keeps what a run had printed that was ended for another run, or because the call was cancelled', async () => {
  const workspace = await openWorkspace({ 'a.txt': '1' });
  const command = `echo one; echo two >&2; ${NOTED}; if grep -q 1 a.txt; then sleep ${SECONDS}.75; fi`;
  const result = watching(workspace, { command, restart: true });
  await ran(workspace, 1);
  await waitFor(() => processesWith(`${SECONDS}.75`).some((line) => line.startsWith('sleep')));
  await replace(workspace, 'a.txt', '2');
  expect((await result).runs[0]).toMatchObject({ status: 'restarted', stdout: 'one\n', stderr: 'two\n' });
  await replace(workspace, 'a.txt', '1');
  const cancel = new AbortController();
  const cancelled = workspace.error('terminal watch', { command }, { signal: cancel.signal });
  await waitFor(() => processesWith(`${SECONDS}.75`).some((line) => line.startsWith('sleep')));
  cancel.abort();
  expect(await cancelled).toMatchObject({
    code: 'CANCELLED',
    details: { total: 1, runs: [{ stdout: 'one\n', stderr: 'two\n' }] },
  });
});

it('ends what a run left in the background before the next', async () => {
  const workspace = await openWorkspace({ 'a.txt': '' });
  await watching(workspace, { command: `setsid sleep ${SECONDS}.125 > /dev/null 2>&1 & echo begun`, maxRuns: 1 });
  expect(processesWith(`${SECONDS}.125`)).toEqual([]);
});

it('waits for a change first, if told so', async () => {
  const workspace = await openWorkspace({ 'a.txt': '' });
  const messages: string[] = [];
  const input = { command: NOTED, initial: false, maxRuns: 1, debounce: 20 };
  const result = workspace.run('terminal watch', input, { progress: (message) => messages.push(message) });
  const touching = setInterval(() => writeFileSync(join(workspace.dir, 'a.txt'), 'x'), 50);
  const { data } = await result;
  clearInterval(touching);
  expect(changesOf(data as WatchResult)).toEqual([['a.txt']]);
  expect(messages).toEqual([
    'Run 1 of 1 begins (1 changed: a.txt)',
    expect.stringMatching(/^Run 1 is over: success, exit 0 after [\d.]+ s$/),
  ]);
});

it('takes no notice of what is excluded, not included, not below the paths, or written by tools', async () => {
  const workspace = await openWorkspace({
    'src/a.txt': '1',
    'src/dist/x.txt': '',
    'src/node_modules/m.txt': '',
    'other/a.txt': '',
    '.git/a.txt': '',
  });
  const input = { paths: ['src', '.git/../src'], include: ['src/**/*.txt'], exclude: ['dist'] };
  const result = watching(workspace, input);
  await ran(workspace, 1);
  for (const name of [
    'src/dist/x.txt',
    'src/node_modules/m.txt',
    'src/b.md',
    'other/a.txt',
    '.git/a.txt',
    'src/c.txt',
  ]) {
    writeFileSync(join(workspace.dir, name), 'changed');
  }
  expect(changesOf(await result)).toEqual([[], ['src/c.txt']]);
});

it('takes no notice of what git ignores, by rules as they are now, unless it was named', async () => {
  const workspace = await openWorkspace({ '.gitignore': 'out/\n*.log\n', 'out/a.txt': '', 'a.txt': '' });
  const path = (name: string) => join(workspace.dir, name);
  execFileSync('git', ['init', '-q', workspace.dir]);
  const result = watching(workspace, { maxRuns: 3 });
  await ran(workspace, 1);
  writeFileSync(path('out/a.txt'), 'x');
  await mkdir(path('new/out'), { recursive: true });
  writeFileSync(path('new/out/b.txt'), 'x');
  writeFileSync(path('new/c.log'), 'x');
  writeFileSync(path('a.txt'), 'x');
  await ran(workspace, 2);
  await replace(workspace, '.gitignore', 'out/\na.txt\n');
  await ran(workspace, 3);
  expect(changesOf(await result)).toEqual([[], ['a.txt'], ['.gitignore']]);
  const named = watching(workspace, { paths: ['out'] });
  await ran(workspace, 4);
  writeFileSync(path('out/a.txt'), 'y');
  expect(changesOf(await named)).toEqual([[], ['out/a.txt']]);
});

it('watches a single file, also when it is removed and comes back', async () => {
  const workspace = await openWorkspace({ 'src/a.txt': '1' });
  const path = (name: string) => join(workspace.dir, name);
  const result = watching(workspace, { paths: ['src/a.txt'], maxRuns: 4 });
  await ran(workspace, 1);
  writeFileSync(path('src/b.txt'), '');
  await replace(workspace, 'src/a.txt', '2');
  await ran(workspace, 2);
  await rm(path('src/a.txt'));
  await ran(workspace, 3);
  writeFileSync(path('src/a.txt'), '3');
  expect(changesOf(await result)).toEqual([[], ['src/a.txt'], ['src/a.txt'], ['src/a.txt']]);
});

it('is not set off by its own history, when the home is in the project', async () => {
  const workspace = await openWorkspace({ 'src/a.txt': '1' });
  const caller = { home: join(workspace.dir, '.helve') };
  await mkdir(caller.home);
  const result = workspace.run('terminal watch', { command: NOTED, debounce: 20, maxRuns: 2 }, caller);
  await textOf(join(caller.home, 'history.jsonl'));
  await replace(workspace, 'src/a.txt', '2');
  expect(changesOf((await result).data as WatchResult)).toEqual([[], ['src/a.txt']]);
});

it('gives the runs that were made when the time, or that of its caller, is over', async () => {
  const workspace = await openWorkspace({ 'a.txt': '1' });
  expect(await watching(workspace, { timeoutSeconds: 3 })).toMatchObject({
    ended: 'time',
    total: 1,
    runs: [{ trigger: 'start', status: 'success' }],
  });
  const slow = await watching(workspace, { command: `echo begun; sleep ${SECONDS}.75`, timeoutSeconds: 3 });
  expect(slow).toMatchObject({ ended: 'time', runs: [{ status: 'timeout', stdout: 'begun\n' }] });
  expect(processesWith(`${SECONDS}.75`)).toEqual([]);
  const { data } = await workspace.run('terminal watch', { command: NOTED }, { timeout: 3000 });
  expect(data).toMatchObject({ ended: 'time', total: 1 });
});

it.each([
  ['while it runs', `echo run >> ../runs; sleep ${SECONDS}.875`],
  ['while it waits', 'echo run >> ../runs'],
])('stops when it is cancelled %s, with the command', async (_, command) => {
  const workspace = await openWorkspace();
  const controller = new AbortController();
  const error = workspace.error('terminal watch', { command, restart: true }, { signal: controller.signal });
  await ran(workspace, 1);
  controller.abort();
  expect(await error).toMatchObject({ code: 'CANCELLED' });
  expect(processesWith(`${SECONDS}.875`)).toEqual([]);
});

it('refuses a path that is not there, and runs nothing', async () => {
  const workspace = await openWorkspace();
  expect(await workspace.error('terminal watch', { command: NOTED, paths: ['gone'] })).toMatchObject({
    code: 'NOT_FOUND',
  });
});
