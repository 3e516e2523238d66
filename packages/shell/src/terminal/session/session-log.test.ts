import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Output as ExportResult } from '../../commands/terminal/session/export.ts';
import { logRange, readLog, SessionLog, segmentsIn } from './session-log.ts';
import type { Output as SearchResult } from '../../commands/terminal/search.ts';
import { openSessions } from '../../testing/session-project.ts';
import { waitFor } from '../../testing/workspace.ts';
import type { ListedSession } from './list.ts';

const MEGABYTE = 1024 * 1024;

function openLog(limit: number) {
  const dir = mkdtempSync(join(tmpdir(), 'helve-log-'));
  const log = new SessionLog(dir, limit, () => '{}\n');
  onTestFinished(() => {
    log.close();
    rmSync(dir, { recursive: true });
  });
  return { dir, log };
}

test('what is kept of a log is at most so much, begins with a line, and stands where it stood', () => {
  const { dir, log } = openLog(100);
  const all = Array.from({ length: 60 }, (_, line) => `line ${line}\n`).join('');
  for (let at = 0; at < all.length; at += 7) log.append(Buffer.from(all.slice(at, at + 7)));
  const { start, size } = logRange(dir);
  expect([log.size, size]).toEqual([all.length, all.length]);
  expect(size - start).toBeLessThanOrEqual(100);
  expect(size - start).toBeGreaterThan(40);
  expect(readLog(dir, 0, size).toString()).toBe(all.slice(start));
  expect(readLog(dir, size - 20, 10).toString()).toBe(all.slice(-20, -10));
  expect(readLog(dir, start, 5).toString()).toBe('line ');
  expect(readdirSync(dir)).toHaveLength(4);
});

test('one append may be larger than all that is kept', () => {
  const { dir, log } = openLog(10);
  for (const text of ['a', 'b'.repeat(100), 'c']) log.append(Buffer.from(text));
  const { start, size } = logRange(dir);
  expect([size, readLog(dir, 0, size).toString().endsWith('c'), segmentsIn(dir).length]).toEqual([102, true, 2]);
  expect(start).toBeGreaterThan(0);
});

/** A session that printed three megabytes in numbered lines, of which one is kept. */
async function openLong() {
  const project = await openSessions({}, { HELVE_SESSION_MB: '1' });
  await project.start({ sessionId: 'long', command: 'sleep 0.2; seq -f "line %099.f" 1 30000' });
  await project.exit('long');
  return project;
}

test('a session that prints more than is kept says what was lost, to readers, on export and in a search', async () => {
  const { home, dir, keeper, run, start, read } = await openSessions({}, { HELVE_SESSION_MB: '1' });
  const { initialOutput } = await start({ sessionId: 'long', command: 'read x; seq -f "line %099.f" 1 30000' });
  expect(initialOutput).toBe('');
  await run('terminal session write', { sessionId: 'long', input: '{enter}', timeoutSeconds: 0 });
  const listed = async () =>
    ((await run('terminal session list')).data as { readonly sessions: readonly ListedSession[] }).sessions[0];
  await waitFor(async () => (await listed())?.status === 'exited');
  const unread = (await listed())?.unread;
  const first = await read('long', { maxBytes: MEGABYTE });
  expect(first).toMatchObject({ dropped: expect.any(Number), isRunning: false });
  let { hasMore, output } = first;
  while (hasMore) {
    const next = await read('long', { maxBytes: MEGABYTE });
    expect(next.dropped).toBeUndefined();
    ({ hasMore } = next);
    output += next.output;
  }
  expect(output.replaceAll('\n', '\r\n').length).toBe(unread);
  expect(output).toMatch(/^line 0+\d{5}\n/);
  expect(output.endsWith('0030000\n')).toBe(true);

  const kept = readdirSync(join(home, 'sessions/long')).filter((name) => name.endsWith('.log'));
  const bytes = kept.map((name) => statSync(join(home, 'sessions/long', name)).size).reduce((sum, size) => sum + size);
  expect(bytes).toBeLessThanOrEqual(MEGABYTE);

  const exported = (await run('terminal session export', { sessionId: 'long', to: 'out.cast' })).data as ExportResult;
  expect(exported.dropped).toBeGreaterThanOrEqual(first.dropped ?? 0);
  const [header = '', ...events] = readFileSync(join(dir, 'out.cast'), 'utf8').trimEnd().split('\n');
  const parsed = events.map((line) => JSON.parse(line) as [number, string, string]);
  expect(JSON.parse(header)).toMatchObject({ version: 2, width: 80 });
  expect(parsed[0]?.[0]).toBe(0);
  expect(parsed.every(([seconds, kind], at) => kind === 'o' && seconds >= (parsed[at - 1]?.[0] ?? 0))).toBe(true);
  expect(parsed.at(-1)?.[2].endsWith('0030000\r\n')).toBe(true);

  const found = (await run('terminal search', { query: '^line 0*(30000|1)$', sessionId: 'long' })).data as SearchResult;
  expect(found.matches.map(({ text }) => text.replace(/0{5,}/, ''))).toEqual(['line 30000']);
  await keeper.close();
});

test('the screen of a session whose beginning was lost is as it was left', async () => {
  const { read } = await openLong();
  const { screen } = await read('long', { view: 'screen' });
  expect(screen?.rows.filter((row) => row !== '').at(-1)).toMatch(/0030000$/);
});

test('sessions that are over are kept only so many, the newest, and those that run are all kept', async () => {
  const { home, start, exit, run, error } = await openSessions({}, { HELVE_KEEP_SESSIONS: '2' });
  await start({ sessionId: 'running', command: 'cat' });
  for (const sessionId of ['a', 'b', 'c', 'd']) {
    await start({ sessionId, command: 'true' });
    await exit(sessionId);
  }
  await start({ sessionId: 'last', command: 'cat' });
  expect(readdirSync(join(home, 'sessions')).sort()).toEqual(['c', 'd', 'last', 'running']);
  const { sessions } = (await run('terminal session list')).data as { sessions: { sessionId: string }[] };
  expect(sessions.map(({ sessionId }) => sessionId).sort()).toEqual(['c', 'd', 'last', 'running']);
  expect(await error('terminal session read', { sessionId: 'a' })).toMatchObject({ code: 'NOT_FOUND' });
});

test('sessions that are over are kept only for so many days', async () => {
  const { home, start, exit, run } = await openSessions({}, { HELVE_KEEP_SESSION_DAYS: '3' });
  const at = (days: number) => ({ now: () => Date.UTC(2026, 0, 1) + days * 24 * 60 * 60 * 1000 });
  for (const [sessionId, day] of [
    ['old', 0],
    ['young', 4],
  ] as const) {
    await run('terminal session start', { sessionId, command: 'true' }, at(day));
    await exit(sessionId);
  }
  await run('terminal session start', { sessionId: 'now', command: 'cat' }, at(5));
  expect(readdirSync(join(home, 'sessions')).sort()).toEqual(['now', 'young']);
  await start({ sessionId: 'later', command: 'cat' });
});

test.each(['HELVE_SESSION_MB', 'HELVE_KEEP_SESSIONS', 'HELVE_KEEP_SESSION_DAYS'])(
  '%s must be a number',
  async (name) => {
    const { error } = await openSessions({}, { [name]: 'much' });
    expect(await error('terminal session list')).toMatchObject({
      code: 'INVALID_SETTINGS',
      message: `${name} cannot be "much"`,
    });
  },
);
