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

test('a misspelt key is typed as text, with a warning that names the nearest', async () => {
  const { start, run } = await openSessions();
  const { sessionId } = await start({ command: 'cat' });
  const { data, warnings } = await run('terminal session write', { sessionId, input: 'abc{entre}' });
  expect(data).toMatchObject({ status: 'sent', responseOutput: 'abc{entre}' });
  expect(warnings).toEqual([expect.stringContaining('Did you mean {enter}?')]);
});

test.each([
  ['/bin/bash', 'read x{enter}abc{enter}echo "got <$x>"{enter}', 'got <abc>'],
  ['/bin/zsh', 'read x{enter}abc{enter}echo "got <$x>"{enter}', 'got <abc>'],
  ['/bin/sh', 'read x{enter}abc{enter}echo "got <$x>"{enter}', 'got <abc>'],
  ['/bin/bash', 'cat{enter}hello{enter}{ctrl+d}echo "back $?"{enter}', '\nback 0\n'],
  ['/bin/bash', "python3 -c 'import getpass; print(len(getpass.getpass()))'{enter}abcd{enter}", '\n4\n'],
  ['/bin/bash', 'python3 -q{enter}print(6*7){enter}{ctrl+d}echo "back $?"{enter}', '\n42\n'],
  ['/bin/bash', 'cat > f <<END{enter}one{enter}two{enter}END{enter}cat f{enter}', 'cat f\none\ntwo\n'],
  ['/bin/bash', 'sleep 1000{enter}{ctrl+c}echo after{enter}', '\nafter\n'],
  ['/bin/bash', `echo a b | awk '{print $2}'; echo "\${HOME:+set}" '{"a":{"b":1}}'{enter}`, '\nb\nset {"a":{"b":1}}\n'],
  ['/bin/bash', 'sleep 1; echo one{enter}echo two{enter}', '\none\n'],
])('%s: %j arrives as from a keyboard', async (SHELL, input, expected) => {
  const { start, write, read } = await openSessions({ SHELL });
  const { sessionId } = await start();
  const { responseOutput, status } = await write(sessionId, input);
  let output = responseOutput;
  if (!output.includes(expected)) output += (await read(sessionId, { until: 'idle' })).output;
  expect({ status, output }).toEqual({ status: 'sent', output: expect.stringContaining(expected) });
});

test('vim takes escape and a command in one input', async () => {
  const { dir, start, write, screen, exit } = await openSessions();
  const { sessionId } = await start({ command: 'vim -u NONE -N note.txt' });
  await screen(sessionId, (rows) => rows[1] === '~');
  await write(sessionId, 'ihello{escape}:wq{enter}');
  expect(await exit(sessionId)).toMatchObject({ exitCode: 0 });
  expect(readFileSync(join(dir, 'note.txt'), 'utf8')).toBe('hello\n');
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

test.each([[['x'.repeat(5000)]], [['x'.repeat(3000), 'y'.repeat(2000)]]])(
  'a line that the terminal cuts is reported with the amount: %#',
  async (parts) => {
    const { start, run, exit, dir } = await openSessions();
    const { sessionId } = await start({ command: 'head -n 1 > line' });
    const inputs = parts.map((part, at) => (at === parts.length - 1 ? `${part}{enter}` : part));
    const results = [];
    for (const input of inputs) results.push(await run('terminal session write', { sessionId, input }));
    const last = results.at(-1);
    await exit(sessionId);
    const { length } = readFileSync(join(dir, 'line'));
    const of = Buffer.byteLength(parts.at(-1) ?? '') + 1;
    expect(last?.data).toMatchObject({ status: 'partly-sent', delivered: { bytes: of - (5001 - length), of } });
    expect(last?.warnings).toEqual([expect.stringContaining(`dropped 905 of ${of} bytes`)]);
  },
);

test('a paste that the program does not read is reported with the amount', async () => {
  const { start, run } = await openSessions();
  const { sessionId } = await start({ command: 'stty raw -echo; sleep 1000' });
  const input = 'y\n'.repeat(100_000);
  const { data, warnings } = await run('terminal session write', { sessionId, input, paste: true, timeoutSeconds: 0 });
  const { status, delivered } = data as { status: string; delivered: { bytes: number; of: number } };
  expect({ status, of: delivered.of }).toEqual({ status: 'partly-sent', of: 200_000 });
  expect(delivered.bytes).toBeLessThan(200_000);
  expect(warnings).toEqual([`The program took ${delivered.bytes} of 200000 bytes; the rest was not sent.`]);
});

test('a paste is marked as one where the program asked for that', async () => {
  const { start, write } = await openSessions();
  const { sessionId } = await start({
    command: `printf '\\033[?2004h'; stty raw -echo; head -c 19 | od -c; stty sane`,
  });
  const { responseOutput } = await write(sessionId, '{up}x\ny', { paste: true });
  expect(responseOutput).toContain('033   [   2   0   0   ~   {   u   p   }   x  \\r   y');
});
