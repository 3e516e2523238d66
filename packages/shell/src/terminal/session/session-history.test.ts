import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Output as HistoryResult } from '../../commands/terminal/history.ts';
import { openSessions, type SessionProject } from '../../testing/session-project.ts';

const historyOf = async ({ run }: SessionProject, input: object) =>
  (await run('terminal history', input)).data as HistoryResult;

const commandsOf = async (project: SessionProject, sessionId: string) =>
  (await historyOf(project, { sessionId })).entries.map(({ command }) => command);

it.each(['/bin/bash', '/bin/sh', '/bin/zsh'])(
  'knows what was entered in a session, newest first: %s',
  async (SHELL) => {
    const project = await openSessions({ SHELL });
    const { start, write, dir } = project;
    const { sessionId } = await start();
    await start({ sessionId: 'other' });
    await write(sessionId, 'echo one{enter}');
    await write(sessionId, 'echo tw', { timeoutSeconds: 1 });
    await write(sessionId, 'o{enter}');
    await write(sessionId, '{enter}');
    await write(sessionId, 'cd /{enter}echo three{enter}');
    await write('other', 'echo other{enter}');
    expect(await commandsOf(project, sessionId)).toEqual(['echo three', 'cd /', 'echo two', 'echo one']);
    const { entries } = await historyOf(project, { sessionId, query: 'ONE' });
    expect(entries).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        command: 'echo one',
        workingDirectory: dir,
        status: 'entered',
        exact: true,
      },
    ]);
  },
);

it('is there when the session is over, for others to read only by its owner', async () => {
  const project = await openSessions();
  const { sessionId } = await project.start();
  await project.write(sessionId, 'exit 3{enter}');
  await project.exit(sessionId);
  await project.keeper.close();
  expect(await commandsOf(project, sessionId)).toEqual(['exit 3']);
  const file = join(project.home, 'sessions', sessionId, 'history.jsonl');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('holds no password, no secret, and nothing that was typed into a program', async () => {
  const project = await openSessions({ PASSWORD: 'hunter2-hunter2', API_TOKEN: 'inherited-value' });
  const { write, screen, start } = project;
  const { sessionId } = await start();
  await write(sessionId, 'read -s -p "Password: " word{enter}');
  await write(sessionId, 'typed-password{enter}');
  await write(sessionId, 'read -s other{enter}ahead-password{enter}');
  await write(sessionId, '{ctrl+c}');
  await write(sessionId, 'echo {secret} inherited-value{enter}', { secret: 'PASSWORD' });
  await write(sessionId, 'cat{enter}');
  await write(sessionId, 'for cat alone{enter}');
  await write(sessionId, '{ctrl+d}');
  await write(sessionId, 'MY_TOKEN=abc true{enter}');
  await screen(sessionId, (rows) => rows.some((row) => row.includes('true')));
  expect(await commandsOf(project, sessionId)).toEqual([
    'MY_TOKEN=•••••• true',
    'cat',
    'echo [secret PASSWORD] ••••••',
    'read -s other',
    'read -s -p "Password: " word',
  ]);
});

it('says where keys may have made another line of what was typed', async () => {
  const project = await openSessions();
  const { sessionId } = await project.start();
  await project.write(sessionId, 'echo a{left}b{enter}');
  await project.write(sessionId, 'echo c{tab}{enter}');
  const { entries } = await historyOf(project, { sessionId });
  expect(entries.map((entry) => [entry.command, 'exact' in entry && entry.exact])).toEqual([
    ['echo c', false],
    ['echo ba', true],
  ]);
});

it('of a session that is not there is an error with those that are', async () => {
  const { start, error } = await openSessions();
  await start({ sessionId: 'one' });
  for (const sessionId of ['onee', '../one']) {
    expect(await error('terminal history', { sessionId })).toMatchObject({
      code: 'NOT_FOUND',
      details: { sessions: ['one'] },
    });
  }
});
