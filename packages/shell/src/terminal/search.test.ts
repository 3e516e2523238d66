import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authorityOf, OPEN_POLICY } from '@helve/policy';
import { expect, it } from 'vitest';
import type { Output as ExecResult } from '../commands/terminal/exec.ts';
import { openSessions } from '../testing/session-project.ts';
import { openWorkspace } from '../testing/workspace.ts';
import type { Output as SearchResult } from '../commands/terminal/search.ts';

it('finds lines that a result left out, with their file and number', async () => {
  const { data } = await openWorkspace();
  const { spilled } = await data<ExecResult>('terminal exec', { command: 'seq -f "row %06.f" 1 20000' });
  expect(await data('terminal search', { query: String.raw`^row 0100(07|42)$` })).toEqual({
    matches: [
      { source: 'output', file: spilled?.[0]?.path, line: 10_007, text: 'row 010007' },
      { source: 'output', file: spilled?.[0]?.path, line: 10_042, text: 'row 010042' },
    ],
    files: 1,
    more: false,
  });
});

it('finds output that a result had whole, with the run that printed it, newest first', async () => {
  const workspace = await openWorkspace();
  await workspace.run('terminal exec', { command: 'echo first; echo needle one' });
  await workspace.run('terminal exec', { command: 'echo needle two >&2; exit 3' });
  const token = `ghp_${'a1'.repeat(18)}`;
  await workspace.run('terminal exec', { command: `echo ${token}` });
  const { matches } = await workspace.data<SearchResult>('terminal search', { query: 'needle' });
  expect(matches.map(({ source, command, line, text }) => [source, command, line, text])).toEqual([
    ['output', 'echo needle two >&2; exit 3', 1, 'needle two'],
    ['output', 'echo first; echo needle one', 2, 'needle one'],
  ]);
  expect((await workspace.data<SearchResult>('terminal search', { query: 'ghp_' })).matches).toEqual([]);
  expect(await readFile(join(workspace.home, 'output.jsonl'), 'utf8')).not.toContain(token);
});

it('gives no more than was asked for, and says so', async () => {
  const { data } = await openWorkspace();
  await data('terminal exec', { command: 'seq 1 20000' });
  const found = await data<SearchResult>('terminal search', { query: '7', limit: 3 });
  expect([found.matches.map(({ text }) => text), found.more]).toEqual([['7', '17', '27'], true]);
});

it('finds a match in a line without end, and gives what stands around it', async () => {
  const { data } = await openWorkspace();
  const command = `head -c 100000 /dev/zero | tr '\\0' x; printf needle; head -c 100000 /dev/zero | tr '\\0' y; echo; echo needle`;
  await data('terminal exec', { command });
  const { matches } = await data<SearchResult>('terminal search', { query: 'NEEDLE', ignoreCase: true });
  expect(matches.map(({ line, text }) => [line, text])).toEqual([
    [1, expect.stringMatching(/^…x{50,}needley{50,}…$/)],
    [2, 'needle'],
  ]);
});

it('searches sessions as they were read, all of them or one, and those that are over', async () => {
  const { run, start, exit } = await openSessions();
  for (const sessionId of ['one', 'two']) {
    await start({ sessionId, command: `echo begin; printf '\\033[31mfa\\033[0miled in ${sessionId}\\n'` });
    await exit(sessionId);
  }
  const all = (await run('terminal search', { query: '^failed in' })).data as SearchResult;
  expect(all.matches.map(({ sessionId, line, text }) => [sessionId, line, text])).toEqual([
    ['one', 2, 'failed in one'],
    ['two', 2, 'failed in two'],
  ]);
  const one = (await run('terminal search', { query: '^failed in', sessionId: 'two' })).data as SearchResult;
  expect(one).toMatchObject({ files: 1, matches: [{ source: 'session', sessionId: 'two' }] });
});

it('searches the commands of the history, newest first', async () => {
  const { data } = await openWorkspace();
  for (const command of ['echo one', 'true', 'echo two']) await data('terminal exec', { command });
  const { matches } = await data<SearchResult>('terminal search', { query: '^echo \\w+$', history: true });
  expect(matches.map(({ source, line, text }) => [source, line, text])).toEqual([
    ['history', 1, 'echo two'],
    ['history', 3, 'echo one'],
  ]);
});

it('shows no secret, and answers no guesses at one, that was printed before it was kept', async () => {
  const { data } = await openWorkspace();
  await data('terminal exec', { command: 'echo "key: hunter2!"; seq 1 20000' });
  await data('terminal secret set', { name: 'KEY', value: 'hunter2!' });
  const textsFor = async (query: string) =>
    (await data<SearchResult>('terminal search', { query })).matches.map(({ text }) => text);
  expect(await textsFor('key:')).toEqual(['key: [secret KEY]']);
  expect(await textsFor('key: h')).toEqual([]);
});

it('leaves out what the rules deny', async () => {
  const workspace = await openWorkspace();
  await workspace.data('terminal exec', { command: 'seq 1 20000' });
  const policy = { ...OPEN_POLICY, open: false, permits: () => false };
  const { data } = await workspace.run('terminal search', { query: '7' }, { authority: authorityOf(policy) });
  expect(data).toEqual({ matches: [], files: 0, more: false });
});

it.each([
  [{ query: '(' }, 'INVALID_PATTERN'],
  [{ query: 'x', sessionId: 'gone' }, 'NOT_FOUND'],
  [{ query: 'x', sessionId: '../spill' }, 'NOT_FOUND'],
  [{ query: 'x', sessionId: 'gone', history: true }, 'NOT_FOUND'],
])('refuses %j', async (input, code) => {
  const { error } = await openWorkspace();
  expect(await error('terminal search', input)).toMatchObject({ code });
});

it('finds nothing in a home where nothing was run', async () => {
  const { data } = await openWorkspace();
  expect(await data('terminal search', { query: 'x' })).toEqual({ matches: [], files: 0, more: false });
});

it('gives up on an expression that takes for ever, and holds nobody else up meanwhile', async () => {
  const { data, error } = await openWorkspace();
  await data('terminal exec', { command: `printf '${'a'.repeat(200)}!\\n'; seq 1 20000` });
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  const failed = await error('terminal search', { query: '^(a+)+$' });
  clearInterval(counting);
  expect(failed).toMatchObject({ code: 'INVALID_PATTERN', message: expect.stringContaining('takes too long') });
  expect(turns).toBeGreaterThan(10);
});

it('searches what was entered in a session', async () => {
  const { run, start, write } = await openSessions();
  await start({ sessionId: 'one' });
  for (const line of ['echo first', 'true', 'echo second']) await write('one', `${line}{enter}`);
  const { matches } = (await run('terminal search', { query: '^echo', history: true, sessionId: 'one' }))
    .data as SearchResult;
  expect(matches.map(({ source, sessionId, text }) => [source, sessionId, text])).toEqual([
    ['history', 'one', 'echo second'],
    ['history', 'one', 'echo first'],
  ]);
});
