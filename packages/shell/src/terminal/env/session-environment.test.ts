import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSessions } from '../../testing/session-project.ts';

it('a session has the environment it was started with, in which credentials are masked', async () => {
  const { start, run, error } = await openSessions({ GREETING: 'hello' });
  await start({ sessionId: 'one', env: { MINE: 'm', MY_API_KEY: 'k' } });
  const get = async (name: string) => (await run('terminal env get', { name, sessionId: 'one' })).data;
  expect(await get('MINE')).toEqual({ name: 'MINE', value: 'm', source: 'session' });
  expect(await get('GREETING')).toMatchObject({ value: 'hello' });
  expect((await run('terminal env', { action: 'list', sessionId: 'one' })).data).toMatchObject({
    variables: { MINE: 'm', TERM: 'xterm-256color', MY_API_KEY: '••••••' },
    masked: ['MY_API_KEY'],
  });
  expect(await error('terminal env get', { name: 'HELVE_RUN', sessionId: 'one' })).toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect(await error('terminal env get', { name: 'MINE' })).toMatchObject({ code: 'NOT_FOUND' });
});

it.each(['/bin/bash', '/bin/sh'])('what is set for a session holds for what is run there later: %s', async (SHELL) => {
  const { start, run, write, read } = await openSessions({ SHELL });
  const { sessionId } = await start();
  await start({ sessionId: 'other' });
  const value = `it's "$HOME" \`x\` !! \\n é {enter}`;
  const { data, warnings } = await run('terminal env set', { name: 'WORD', value, sessionId });
  expect({ data, warnings }).toEqual({
    data: { status: 'set', name: 'WORD', value, scope: 'session' },
    warnings: [expect.stringContaining(`was typed into the shell of ${sessionId}`)],
  });
  // A busy machine may echo the line well before the shell answers it.
  const prints = async (id: string, wanted: string) => {
    let output = (await write(id, 'printenv WORD || echo none-$((1 + 1)){enter}')).responseOutput;
    await expect.poll(async () => (output += (await read(id)).output)).toContain(`\n${wanted}\n`);
  };
  await prints(sessionId, value);
  await prints('other', 'none-2');
  expect((await run('terminal env get', { name: 'WORD', sessionId })).data).toMatchObject({ value });
  await run('terminal env', { action: 'unset', name: 'WORD', sessionId });
  await prints(sessionId, 'none-2');
});

it('what stood at the prompt already does not become part of it', async () => {
  const { start, run, write } = await openSessions();
  const { sessionId } = await start();
  await write(sessionId, 'echo half a ', { timeoutSeconds: 1 });
  await run('terminal env set', { name: 'WORD', value: 'w', sessionId });
  expect((await write(sessionId, 'printenv WORD{enter}')).responseOutput).toContain('\nw\n');
});

it.each(['/bin/bash', '/bin/sh', '/bin/zsh'])(
  'a shell that asks for the rest of a command is refused, and is not when it has it: %s',
  async (SHELL) => {
    const { start, write, run, error } = await openSessions({ SHELL });
    const { sessionId } = await start();
    const input = { name: 'WORD', value: 'typed', sessionId };
    for (const [begin, end] of [
      [`echo 'one`, `two'`],
      ['for i in 1', 'do echo $i; done'],
      ['cat <<EOF', 'EOF'],
      ['echo a \\', 'b'],
    ]) {
      await write(sessionId, `${begin}{enter}`);
      expect(await error('terminal env set', input)).toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('asks for the rest'),
      });
      await write(sessionId, `${end}{enter}`);
      await run('terminal env set', input);
    }
    expect((await write(sessionId, 'echo "<$WORD>"{enter}')).responseOutput).toContain('<typed>');
  },
);

it('a secret that is set shows nowhere in the session', async () => {
  const { start, run, read } = await openSessions();
  const { sessionId } = await start();
  await run('terminal env set', { name: 'MY_TOKEN', value: 's3cr3t-value', sessionId });
  const { screen } = await read(sessionId, { view: 'screen' });
  const rows = screen?.rows.join('\n');
  expect({ typed: rows?.includes('export MY_TOKEN='), shown: rows?.includes('s3cr3t') }).toEqual({
    typed: true,
    shown: false,
  });
});

it('a session that is busy, runs a program, is over or is unknown is refused, and nothing is typed', async () => {
  const { start, write, error, exit, screen } = await openSessions();
  await start({ sessionId: 'busy' });
  await write('busy', 'sleep 1000{enter}', { timeoutSeconds: 1 });
  await start({ sessionId: 'asks' });
  await write('asks', 'read -p "Name: " name{enter}');
  await start({ sessionId: 'program', command: 'cat' });
  await start({ sessionId: 'over', command: 'true' });
  await exit('over');
  const set = (sessionId: string) => error('terminal env set', { name: 'WORD', value: 'typed', sessionId });
  for (const sessionId of ['busy', 'asks', 'program', 'over']) {
    expect(await set(sessionId)).toMatchObject({ code: 'UNAVAILABLE', details: { sessionId } });
  }
  expect(await set('none')).toMatchObject({ code: 'NOT_FOUND' });
  const { screen: shown } = await screen('asks', (rows) => rows.join('').includes('Name:'));
  expect(shown?.rows.join('')).not.toContain('typed');
});

it('what cannot be typed is refused', async () => {
  const { start, error } = await openSessions();
  const { sessionId } = await start();
  for (const value of ['a\nb', 'a\x03', 'x'.repeat(3001)]) {
    expect(await error('terminal env set', { name: 'WORD', value, sessionId })).toMatchObject({
      code: 'INVALID_INPUT',
    });
  }
});

it('a session does not show credentials among its variables', async () => {
  const { home, start, run } = await openSessions();
  await run('terminal env set', { name: 'MY_API_KEY', value: 'stored-value' });
  const { sessionId, initialOutput } = await start({
    command: 'echo "$MY_API_KEY $OWN_TOKEN"',
    env: { OWN_TOKEN: 'given-value' },
  });
  expect(initialOutput).toBe('[secret MY_API_KEY] [secret OWN_TOKEN]\n');
  expect(readFileSync(join(home, 'sessions', sessionId, 'output.log'), 'utf8')).not.toMatch(/stored-value|given-value/);
});
