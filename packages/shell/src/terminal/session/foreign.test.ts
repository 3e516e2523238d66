import { join } from 'node:path';
import { authorityOf, createPolicy, type Mode } from '@helve/policy';
import { expect, it } from 'vitest';
import { openSessions } from '../../testing/session-project.ts';

/** A model under a mode that is asked about nothing but what it notes. */
async function openAgent(mode: Mode) {
  const project = await openSessions();
  const { dir, home } = project;
  const policy = await createPolicy({
    mode,
    modeSource: 't',
    rules: [],
    base: { root: dir, home },
    cwd: dir,
    privateHome: home,
  });
  const asked: string[] = [];
  const authority = authorityOf(
    policy,
    ({ command, decision }) => {
      asked.push(`${command}: ${decision.reason}`);
      return Promise.resolve({ allow: true });
    },
    true,
  );
  const call = (path: string, input: object) => project.run(path, input, { authority });
  const mayRead = (sessionId: string) =>
    policy.permits('fs read', join(home, 'sessions', sessionId, 'output.log'), 'read');
  return { ...project, asked, call, mayRead, authority };
}

it('a model is allowed to read a session that a person started only with approval', async () => {
  const { start, call, asked, mayRead, home } = await openAgent('default');
  const { sessionId } = await start({ command: 'echo private; sleep 1000' });
  expect(await call('terminal session read', { sessionId })).toMatchObject({ data: { sessionId } });
  await call('terminal session export', { sessionId, to: join(home, '../project/a.cast') });
  const why = 'it reads a session that the agent did not start, and the mode is default';
  expect(asked).toEqual([`terminal session read: ${why}`, `terminal session export: ${why}`]);
  expect(mayRead(sessionId)).toBe(false);
});

it('a model reads a session that it started without a question, and nobody asks a person', async () => {
  const { call, asked, mayRead, read } = await openAgent('acceptEdits');
  const { data } = await call('terminal session start', { command: 'echo own; sleep 1000' });
  const { sessionId } = data as { readonly sessionId: string };
  asked.splice(0);
  await call('terminal session read', { sessionId, timeoutSeconds: 0 });
  await read(sessionId, { timeoutSeconds: 0 });
  expect(asked).toEqual([]);
  expect(mayRead(sessionId)).toBe(true);
});

it('in mode plan a model cannot read a session of a person', async () => {
  const { start, error, authority } = await openAgent('plan');
  const { sessionId } = await start({ command: 'sleep 1000' });
  expect(await error('terminal session read', { sessionId }, { authority })).toMatchObject({
    code: 'PERMISSION_DENIED',
  });
});
