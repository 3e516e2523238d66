import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Keeper } from '@helve/command/host';
import { expect, test } from 'vitest';
import { openSessions, processesOf } from '../../testing/session-project.ts';
import { readLimits } from './session-limits.ts';
import { SessionStore, sessions } from './session-store.ts';

test('20 sessions that print at full speed at once all arrive whole', async () => {
  const { home, start, read } = await openSessions();
  const ids = Array.from({ length: 20 }, (_, index) => `printer-${index}`);
  await Promise.all(ids.map((sessionId) => start({ sessionId, command: 'seq 1 100000' })));
  await Promise.all(ids.map((sessionId) => read(sessionId, { until: 'exit' })));
  const expected = `${Array.from({ length: 100_000 }, (_, index) => index + 1).join('\r\n')}\r\n`;
  const whole = ids.filter((id) => readFileSync(join(home, 'sessions', id, 'output.log'), 'utf8') === expected);
  expect(whole).toEqual(ids);
});

test('stopping ends children that went off by themselves, too', async () => {
  const { home, start, write, stop } = await openSessions();
  const { sessionId } = await start();
  await write(sessionId, 'setsid sleep 1000 & nohup sleep 1000 & (setsid nohup sleep 1000 &) ; sleep 1000 &{enter}');
  expect(await stop(sessionId)).toMatchObject({ sessionId, status: 'stopped', exitCode: expect.any(Number) });
  expect(await processesOf(dirname(home))).toEqual([]);
});

test('a program that ends in good order gives its last words and its own exit code', async () => {
  const { start, stop } = await openSessions();
  const { sessionId } = await start({ command: `trap 'echo bye; exit 5' TERM; echo up; while :; do sleep 0.05; done` });
  expect(await stop(sessionId)).toMatchObject({
    status: 'stopped',
    exitCode: 5,
    finalOutput: expect.stringContaining('bye\n'),
  });
});

test('what ignores all requests is reported, and killed with force', async () => {
  const { start, stop } = await openSessions();
  const { sessionId } = await start({ command: `trap '' TERM HUP; echo up; while :; do sleep 0.05; done` });
  expect(await stop(sessionId)).toMatchObject({
    status: 'still-running',
    exitCode: null,
    survivors: expect.any(Array),
  });
  expect(await stop(sessionId, true)).toMatchObject({ status: 'stopped', exitCode: 137, signal: 'SIGKILL' });
});

test('a session may have an id of its own, once at a time', async () => {
  const { start, stop, error, run } = await openSessions();
  expect((await start({ sessionId: 'build.1' })).sessionId).toBe('build.1');
  expect(await error('terminal session start', { sessionId: 'build.1' })).toMatchObject({
    code: 'ALREADY_EXISTS',
    details: { sessions: ['build.1'] },
  });
  for (const sessionId of ['', '..', 'a/b', 'a b', 'x'.repeat(65)]) {
    expect(await error('terminal session start', { sessionId })).toMatchObject({ code: 'INVALID_INPUT' });
  }
  await stop('build.1');
  await start({ sessionId: 'build.1' });
  expect((await run('terminal session list')).data).toMatchObject({
    sessions: [{ sessionId: 'build.1', status: 'running' }],
  });
});

test('an unknown session is answered with those there are', async () => {
  const { start, error } = await openSessions();
  await start({ sessionId: 'one' });
  for (const [command, input] of [
    ['read', {}],
    ['write', { input: 'x' }],
    ['stop', {}],
    ['resize', { cols: 80, rows: 24 }],
    ['export', { to: 'x.cast' }],
  ] as const) {
    expect(await error(`terminal session ${command}`, { sessionId: 'two', ...input })).toMatchObject({
      code: 'NOT_FOUND',
      hint: 'There are: one.',
      details: { sessions: ['one'] },
    });
  }
});

test('no more sessions than the limit run at once, and the error lists them', async () => {
  const { home, dir } = await openSessions();
  const store = new SessionStore(join(home, 'limited'), readLimits({ HELVE_MAX_SESSIONS: '2' }));
  const start = (sessionId: string) =>
    store.start({
      sessionId,
      command: 'cat',
      file: '/bin/cat',
      args: [],
      shell: 'sh',
      workingDirectory: dir,
      secrets: {},
      environment: (tag) => ({ HELVE_RUN: tag, TEST_BASE: dirname(home) }),
      cols: 80,
      rows: 24,
      now: Date.now,
    });
  await Promise.all([start('a'), start('b')]);
  await expect(start('c')).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { limit: 2, sessions: ['a', 'b'] } });
  await store.close();
  expect(store.all.map(({ running }) => running)).toEqual([false, false]);
});

test('closing the keeper ends everything', async () => {
  const { home, keeper, start, write } = await openSessions();
  const { sessionId } = await start();
  await write(sessionId, `trap '' HUP TERM; setsid sleep 1000 &{enter}`);
  await start({ command: 'sleep 1000' });
  await keeper.close();
  expect(await processesOf(dirname(home))).toEqual([]);
});

test('a later process reads what a session of an earlier one printed', async () => {
  const project = await openSessions();
  const { sessionId } = await project.start({ command: 'echo hello; exit 4' });
  await project.keeper.close();
  const later = new Keeper(project.home).get(sessions);
  const output = later.output(sessionId);
  expect(output.read(0, output.size).toString()).toBe('hello\r\n');
  expect(output.meta.exitCode).toBe(4);
  expect((await output.view()).rows[0]).toBe('hello');
});

test('the recording is an asciicast that holds what was printed', async () => {
  const { dir, start, run } = await openSessions();
  const { sessionId } = await start({ command: 'printf "a\\nb 東"', cols: 90, rows: 20 });
  await run('terminal session export', { sessionId, to: 'out.cast' });
  const [header = '', ...events] = (await readFile(join(dir, 'out.cast'), 'utf8')).trimEnd().split('\n');
  expect(JSON.parse(header)).toMatchObject({ version: 2, width: 90, height: 20, timestamp: expect.any(Number) });
  const parsed = events.map((line) => JSON.parse(line) as [number, string, string]);
  expect(parsed.every(([time, kind]) => time >= 0 && kind === 'o')).toBe(true);
  expect(parsed.map(([, , text]) => text).join('')).toBe('a\r\nb 東');
});

test('a session starts only in a folder that is there', async () => {
  const { error, start } = await openSessions();
  expect(await error('terminal session start', { workingDirectory: 'nowhere' })).toMatchObject({ code: 'NOT_FOUND' });
  expect(await error('terminal session start', { workingDirectory: '/etc/passwd' })).toMatchObject({
    code: 'NOT_DIRECTORY',
  });
  expect((await start({ workingDirectory: '/', command: 'pwd' })).initialOutput).toBe('/\n');
});

test('variables are set, credentials withheld', async () => {
  const { start } = await openSessions({ MY_API_KEY: 'k', OTHER: 'o' });
  const { initialOutput } = await start({ command: 'echo "$MY_API_KEY,$OTHER,$MINE,$TERM"', env: { MINE: 'm' } });
  expect(initialOutput).toBe(',o,m,xterm-256color\n');
});
