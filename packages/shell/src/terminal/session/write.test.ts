import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSessions } from '../../testing/session-project.ts';

test('a secret is typed, and never shown in a result, a log or the recording', async () => {
  const { home, start, write, run } = await openSessions({ DB_PASSWORD: 'hunter2!' });
  const { sessionId } = await start({ command: 'read x; echo "you typed <$x>"; read y' });
  const result = await write(sessionId, '{secret}{enter}', { secret: 'DB_PASSWORD' });
  expect(result.responseOutput).toBe('[secret DB_PASSWORD]\nyou typed <[secret DB_PASSWORD]>\n');
  const screen = await run('terminal session read', { sessionId, view: 'screen' });
  const files = ['output.log', 'session.cast', 'meta.json'].map((file) =>
    readFileSync(join(home, 'sessions', sessionId, file), 'utf8'),
  );
  expect([...files, JSON.stringify(screen.data)].filter((text) => text.includes('hunter2'))).toEqual([]);
});

test('a secret that is not there, or not named, is an error and nothing is typed', async () => {
  const { start, read, error } = await openSessions();
  const { sessionId } = await start({ command: 'cat' });
  const write = (rest: object) => error('terminal session write', { sessionId, input: 'a{secret}', ...rest });
  expect(await write({ secret: 'NOT_SET' })).toMatchObject({ code: 'NOT_FOUND' });
  expect(await write({})).toMatchObject({ code: 'INVALID_INPUT', hint: expect.stringContaining('--secret') });
  expect(await read(sessionId, { timeoutSeconds: 0 })).toMatchObject({ output: '' });
});

test('an unknown key is an error that names the nearest, and nothing is typed', async () => {
  const { start, read, error } = await openSessions();
  const { sessionId } = await start({ command: 'cat' });
  expect(await error('terminal session write', { sessionId, input: 'abc{entre}' })).toMatchObject({
    code: 'INVALID_INPUT',
    hint: expect.stringContaining('{enter}'),
  });
  expect(await read(sessionId, { timeoutSeconds: 0 })).toMatchObject({ output: '' });
});

test('writing to a session that is over says so', async () => {
  const { start, error } = await openSessions();
  const { sessionId } = await start({ command: 'exit 2' });
  expect(await error('terminal session write', { sessionId, input: 'x' })).toMatchObject({
    code: 'UNAVAILABLE',
    details: { exitCode: 2 },
  });
});

test('a long line reaches a program that reads by characters whole', async () => {
  const { start, write, read } = await openSessions();
  const { sessionId } = await start({ command: 'stty raw -echo; printf "ready "; head -c 100000 | md5sum' });
  const line = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(10, '.')).join('');
  const { responseOutput } = await write(sessionId, line);
  const { output } = await read(sessionId, { until: 'exit' });
  expect(responseOutput + output).toContain(createHash('md5').update(line).digest('hex'));
});

test('a line that the terminal would cut comes with a warning', async () => {
  const { start, run } = await openSessions();
  const { sessionId } = await start({ command: 'cat > /dev/null' });
  const { warnings } = await run('terminal session write', { sessionId, input: `${'x'.repeat(5000)}{enter}` });
  expect(warnings).toEqual([expect.stringContaining('A line of 5000 bytes is cut to 4095')]);
});

test('a paste is marked as one where the program asked for that', async () => {
  const { start, write } = await openSessions();
  const { sessionId } = await start({
    command: `printf '\\033[?2004h'; stty raw -echo; head -c 19 | od -c; stty sane`,
  });
  const { responseOutput } = await write(sessionId, '{up}x\ny', { paste: true });
  expect(responseOutput).toContain('033   [   2   0   0   ~   {   u   p   }   x  \\r   y');
});
