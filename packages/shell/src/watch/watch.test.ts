import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorkspace, processesWith, textOf, waitFor, type Workspace } from '../testing/workspace.ts';
import type { WatchResult } from './watch.ts';

/** Notes each run outside of what is watched, so that a test can tell when it was made. */
const NOTED = 'cat src/a.txt; echo run >> ../runs';

const watching = (workspace: Workspace, input: object = {}) =>
  workspace.data<WatchResult>('terminal watch', { command: NOTED, timeoutSeconds: 60, gatherMs: 20, ...input });

/** Gives a file new content in one step, which is one change however slow the machine. */
async function replace(workspace: Workspace, name: string, content: string): Promise<void> {
  const made = join(workspace.dir, '../new');
  await writeFile(made, content);
  await rename(made, join(workspace.dir, name));
}

const ran = (workspace: Workspace, times: number) =>
  waitFor(async () => (await textOf(join(workspace.dir, '../runs'))).length === 4 * times);

const short = ({ status, runs }: WatchResult) => [
  status,
  ...runs.map(({ trigger, changed, stdout }) => [trigger, changed, stdout]),
];

it('runs at the start and after each change, also of files that are replaced or in new folders', async () => {
  const workspace = await openWorkspace({ 'src/a.txt': '1' });
  const path = (name: string) => join(workspace.dir, name);
  const result = watching(workspace, { times: 3 });
  await ran(workspace, 1);
  await replace(workspace, 'src/a.txt', '2');
  await ran(workspace, 2);
  await replace(workspace, 'src/a.txt', '3');
  await ran(workspace, 3);
  await mkdir(path('deep/er'), { recursive: true });
  await writeFile(path('deep/er/b.txt'), '');
  expect(short(await result)).toEqual([
    'done',
    ['start', [], '1'],
    ['change', ['src/a.txt'], '2'],
    ['change', ['src/a.txt'], '3'],
    ['change', ['deep/er/b.txt'], '3'],
  ]);
});

it('goes on with a folder that was removed and made again', async () => {
  const workspace = await openWorkspace({ 'src/a.txt': '1', 'lib/b.txt': '' });
  const path = (name: string) => join(workspace.dir, name);
  const result = watching(workspace, { times: 2, include: ['*.txt'] });
  await ran(workspace, 1);
  await rm(path('lib'), { recursive: true });
  await mkdir(path('lib'));
  await ran(workspace, 2);
  await writeFile(path('lib/c.txt'), '');
  expect(short(await result).slice(2)).toEqual([
    ['change', ['lib/b.txt'], '1'],
    ['change', ['lib/c.txt'], '1'],
  ]);
});

it('takes no notice of what is excluded, not included, not below the paths, or written by tools', async () => {
  const workspace = await openWorkspace({
    'src/a.txt': '1',
    'src/dist/x.txt': '',
    'other/a.txt': '',
    '.git/a.txt': '',
  });
  const input = { paths: ['src', '.git/../src'], include: ['src/**/*.txt'], exclude: ['dist'] };
  const result = watching(workspace, input);
  await ran(workspace, 1);
  for (const name of ['src/dist/x.txt', 'src/b.md', 'other/a.txt', '.git/a.txt', 'src/c.txt']) {
    await writeFile(join(workspace.dir, name), 'changed');
  }
  expect(short(await result).slice(2)).toEqual([['change', ['src/c.txt'], '1']]);
});

it('watches a single file', async () => {
  const workspace = await openWorkspace({ 'src/a.txt': '1' });
  const result = watching(workspace, { paths: ['src/a.txt'] });
  await ran(workspace, 1);
  await writeFile(join(workspace.dir, 'src/b.txt'), '');
  await replace(workspace, 'src/a.txt', '2');
  expect(short(await result).slice(2)).toEqual([['change', ['src/a.txt'], '2']]);
});

it('is not set off by its own history, when the home is in the project', async () => {
  const workspace = await openWorkspace({ 'src/a.txt': '1' });
  const caller = { home: join(workspace.dir, '.helve') };
  await mkdir(caller.home);
  const result = workspace.run('terminal watch', { command: NOTED, timeoutSeconds: 60, gatherMs: 20 }, caller);
  await textOf(join(caller.home, 'history.jsonl'));
  await replace(workspace, 'src/a.txt', '2');
  expect(short((await result).data as WatchResult).slice(2)).toEqual([['change', ['src/a.txt'], '2']]);
});

it('gives the runs that were made when the time is over', async () => {
  const workspace = await openWorkspace({ 'src/a.txt': '1' });
  expect(short(await watching(workspace, { timeoutSeconds: 1 }))).toEqual(['timeout', ['start', [], '1']]);
  const result = await watching(workspace, { command: 'echo begun; sleep 71235.5', times: 0, timeoutSeconds: 1 });
  expect(result).toMatchObject({ status: 'timeout', runs: [{ status: 'timeout', stdout: 'begun\n' }] });
  expect(processesWith('71235.5')).toEqual([]);
});

it.each([
  ['while it runs', 'echo run >> ../runs; sleep 71235.75'],
  ['while it waits', 'echo run >> ../runs'],
])('stops when it is cancelled %s, with the command', async (_, command) => {
  const workspace = await openWorkspace();
  const controller = new AbortController();
  const error = workspace.error('terminal watch', { command }, { signal: controller.signal });
  await ran(workspace, 1);
  controller.abort();
  expect(await error).toMatchObject({ code: 'CANCELLED' });
  expect(processesWith('71235.75')).toEqual([]);
});

it('refuses a path that is not there, and runs nothing', async () => {
  const workspace = await openWorkspace();
  expect(await workspace.error('terminal watch', { command: 'touch ran', paths: ['gone'] })).toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(processesWith('touch ran')).toEqual([]);
});
