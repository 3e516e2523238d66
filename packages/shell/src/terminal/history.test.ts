import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorkspace, textOf } from '../testing/workspace.ts';
import type { Output as HistoryResult } from '../commands/terminal/history.ts';
import { redact } from './history/redact.ts';

it('knows what was run and how it ended, newest first', async () => {
  const workspace = await openWorkspace({ 'a.sh': 'exit 3' });
  const cancel = new AbortController();
  await workspace.run('terminal exec', { command: 'echo one' });
  await workspace.run('terminal exec', { script: 'a.sh' });
  await workspace.run('terminal exec', { command: 'sleep 100', timeoutSeconds: 1 });
  const running = workspace.error('terminal exec', { command: 'echo x > begun; sleep 100' }, { signal: cancel.signal });
  await textOf(join(workspace.dir, 'begun'));
  cancel.abort();
  await running;
  const { entries } = await workspace.data<HistoryResult>('terminal history');
  const ends = entries.map((entry) => [entry.command, entry.status, 'exitCode' in entry && entry.exitCode]);
  expect(ends).toEqual([
    ['echo x > begun; sleep 100', 'cancelled', null],
    ['sleep 100', 'timeout', null],
    ['a.sh', 'error', 3],
    ['echo one', 'success', 0],
  ]);
  expect(entries.at(-1)).toEqual({
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    command: 'echo one',
    workingDirectory: workspace.dir,
    status: 'success',
    exitCode: 0,
    duration: expect.any(Number),
  });
});

it('finds runs by their text and says how many it left out', async () => {
  const workspace = await openWorkspace();
  for (const word of ['Apple', 'pear', 'apples', 'pineapple'])
    await workspace.run('terminal exec', { command: `: ${word}` });
  const { entries, ...counts } = await workspace.data<HistoryResult>('terminal history', { query: 'APPLE', limit: 2 });
  expect(entries.map(({ command }) => command)).toEqual([': pineapple', ': apples']);
  expect(counts).toEqual({ total: 3, omitted: 1 });
});

it('holds no secret, whether set, inherited or typed', async () => {
  const workspace = await openWorkspace({}, { GH_TOKEN: 'inherited-value' });
  await workspace.run('terminal env set', { name: 'DB_PASSWORD', value: 'stored-value' });
  const command = 'echo inherited-value stored-value given-value; MY_SECRET=typed-value true';
  await workspace.run('terminal exec', { command, env: { API_KEY: 'given-value' } });
  const file = join(workspace.home, 'history.jsonl');
  const kept = await readFile(file, 'utf8');
  expect(kept).toContain('echo •••••• •••••• ••••••; MY_SECRET=•••••• true');
  expect(kept).not.toMatch(/-value/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('stays bounded, keeps what is recent, and reads past a line that was cut off', async () => {
  const workspace = await openWorkspace();
  const entry = { at: 'then', workingDirectory: '/', status: 'success', exitCode: 0, duration: 0 };
  const old = `${JSON.stringify({ ...entry, command: 'x'.repeat(1000) })}\n`.repeat(1900);
  const file = join(workspace.home, 'history.jsonl');
  await mkdir(workspace.home);
  await writeFile(file, old + old.slice(0, 500));
  await appendFile(file, '\n');
  for (let run = 0; run < 20; run++) await workspace.run('terminal exec', { command: `: ${run} ${'y'.repeat(9000)}` });
  expect((await stat(file)).size).toBeLessThan(2 * 1024 * 1024);
  const { entries, total } = await workspace.data<HistoryResult>('terminal history', { query: 'yyy' });
  expect(total).toBe(20);
  expect(entries[0]?.command.slice(0, 5)).toBe(': 19 ');
});

it('runs commands although their history cannot be written', async () => {
  const workspace = await openWorkspace();
  await mkdir(join(workspace.home, 'history.jsonl'), { recursive: true });
  const { data, warnings } = await workspace.run('terminal exec', { command: 'echo a' });
  expect(data).toMatchObject({ status: 'success', stdout: 'a\n' });
  expect(warnings).toEqual([expect.stringMatching(/^The run could not be put into the history: /)]);
});

it.each([
  ['curl -H "Authorization: Bearer abc.def-123" x', 'curl -H "Authorization: Bearer ••••••" x'],
  ['mysql --password=hunter2 -u me', 'mysql --password=•••••• -u me'],
  ["deploy --api-key 'k 1' --dry-run", 'deploy --api-key •••••• --dry-run'],
  ['git clone https://me:pw@host/x.git', 'git clone https://me:••••••@host/x.git'],
  ['echo ghp_0123456789abcdef', 'echo ••••••'],
  ['export NPM_TOKEN="a b"; npm publish', 'export NPM_TOKEN=••••••; npm publish'],
  ['NODE_ENV=test npm run keys', 'NODE_ENV=test npm run keys'],
  ['git log --author=token-ring', 'git log --author=token-ring'],
])('keeps %s as %s', (command, kept) => {
  expect(redact(command, {})).toBe(kept);
});
