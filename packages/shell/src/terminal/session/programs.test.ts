/** Real programs, driven as a person would. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSessions } from '../../testing/session-project.ts';

const WAITS = { isRunning: true, waitingForInput: true, evidence: 'kernel' };

test('`read -p` waits for an answer', async () => {
  const { start, read, write } = await openSessions();
  const { sessionId, initialOutput } = await start({ command: 'read -p "Continue? [y/N] " a; echo "got $a"' });
  expect(initialOutput).toBe('Continue? [y/N] ');
  expect(await read(sessionId)).toMatchObject({ ...WAITS, output: '', reason: 'waiting' });
  expect(await write(sessionId, 'y{enter}')).toMatchObject({
    responseOutput: 'y\ngot y\n',
    exitCode: 0,
    reason: 'exit',
  });
});

test('python waits in input()', async () => {
  const { start, read, write } = await openSessions();
  const { sessionId } = await start({ command: `python3 -c 'print("hello, " + input("name? "))'` });
  expect(await read(sessionId, { until: '/never/' })).toMatchObject({ ...WAITS, reason: 'waiting' });
  expect(await write(sessionId, 'Ada{enter}')).toMatchObject({ responseOutput: 'Ada\nhello, Ada\n', exitCode: 0 });
});

test('node waits for its standard input, and not when it only serves', async () => {
  const { start, read, write } = await openSessions();
  const asks = await start({
    command: `node -e 'process.stdin.once("data", (d) => { console.log("got " + d); process.exit() })'`,
  });
  expect(await read(asks.sessionId, { until: '/never/' })).toMatchObject({ ...WAITS, reason: 'waiting' });
  expect(await write(asks.sessionId, 'x{enter}')).toMatchObject({ responseOutput: 'x\ngot x\n\n', exitCode: 0 });
  const serves = await start({ command: `node -e 'require("net").createServer().listen(0, () => console.log("up"))'` });
  // On a busy machine it is not up yet when the session is.
  if (!serves.initialOutput.includes('up')) await read(serves.sessionId, { until: '/up/', timeoutSeconds: 30 });
  expect(await read(serves.sessionId, { timeoutSeconds: 1 })).toMatchObject({
    isRunning: true,
    waitingForInput: false,
    reason: 'deadline',
  });
});

test('a password prompt is told from other questions', async () => {
  const { start, read, write } = await openSessions();
  const python = await start({ command: `python3 -c 'import getpass; print(len(getpass.getpass()))'` });
  expect(await read(python.sessionId, { until: '/never/' })).toMatchObject({
    waitingForInput: true,
    evidence: 'echo-off',
  });
  expect(await write(python.sessionId, 'hunter2{enter}')).toMatchObject({ responseOutput: '\n7\n' });
  const bash = await start({ command: 'read -s -p "Password: " p; echo; echo ${#p}' });
  expect(await read(bash.sessionId, { until: '/never/' })).toMatchObject({
    waitingForInput: true,
    evidence: 'echo-off',
  });
  expect(await write(bash.sessionId, 'abc{enter}')).toMatchObject({ responseOutput: '\n3\n' });
  for (const SHELL of ['/bin/bash', '/bin/zsh']) {
    const other = await openSessions({ SHELL });
    const silent = await other.start({});
    expect(await other.write(silent.sessionId, 'read -s p{enter}')).toMatchObject({
      waitingForInput: true,
      evidence: 'echo-off',
    });
  }
  const shell = await start({});
  expect(await write(shell.sessionId, 'read -s -p "Password: " p{enter}')).toMatchObject({
    waitingForInput: true,
    evidence: 'echo-off',
  });
});

test('sleep and a busy loop do not wait for input', async () => {
  const { start, read } = await openSessions();
  for (const command of ['sleep 1000', 'while :; do :; done']) {
    const { sessionId } = await start({ command });
    expect(await read(sessionId, { timeoutSeconds: 1 })).toMatchObject({
      isRunning: true,
      waitingForInput: false,
      evidence: 'none',
      reason: 'deadline',
    });
  }
});

test('less pages on its own screen and gives the old one back', async () => {
  const { dir, start, read, write, screen } = await openSessions();
  await writeFile(join(dir, 'long.txt'), Array.from({ length: 100 }, (_, index) => `line ${index + 1}\n`).join(''));
  const { sessionId } = await start({ rows: 10 });
  await write(sessionId, 'less long.txt{enter}');
  expect((await screen(sessionId, (rows) => rows[0] === 'line 1')).screen?.alternate).toBe(true);
  expect(await read(sessionId)).toMatchObject({ ...WAITS, reason: 'waiting' });
  await write(sessionId, '{down}');
  await screen(sessionId, (rows) => rows[0] === 'line 2');
  await write(sessionId, '{pagedown}');
  await screen(sessionId, (rows) => rows[0] === 'line 11');
  await write(sessionId, 'q');
  await screen(sessionId, (_, { screen }) => screen?.alternate === false);
});

test('vim takes text, saves and quits', async () => {
  const { dir, start, write, screen, exit } = await openSessions();
  const { sessionId } = await start({ command: 'vim -u NONE -N note.txt' });
  await screen(sessionId, (rows) => rows[1] === '~');
  await write(sessionId, 'ione{enter}two the{left}r{end}e');
  await screen(sessionId, (rows) => rows[1] === 'two three');
  await write(sessionId, '{escape}');
  await write(sessionId, ':wq{enter}');
  expect(await exit(sessionId)).toMatchObject({ isRunning: false, exitCode: 0, reason: 'exit' });
  expect(readFileSync(join(dir, 'note.txt'), 'utf8')).toBe('one\ntwo three\n');
});

const MENU = `
const items = ['red', 'green', 'blue'];
let at = 0;
const draw = () => process.stdout.write('\\x1b[H\\x1b[2J' + items.map((item, i) => (i === at ? '> ' : '  ') + item).join('\\r\\n'));
process.stdin.setRawMode(true);
process.stdout.write(process.argv[2] === 'application' ? '\\x1b[?1h' : '');
process.stdin.on('data', (data) => {
  const key = String(data);
  const lead = process.argv[2] === 'application' ? '\\x1bO' : '\\x1b[';
  if (key === '\\r') { console.log('\\r\\nchose ' + items[at]); process.exit(); }
  for (const one of key.split('\\x1b').slice(1)) {
    if ('\\x1b' + one === lead + 'B') at++;
    if ('\\x1b' + one === lead + 'A') at--;
  }
  draw();
});
draw();
`;

test.each(['plain', 'application'])('a menu is driven with arrow keys in %s cursor mode', async (mode) => {
  const { dir, start, write, screen } = await openSessions();
  await writeFile(join(dir, 'menu.cjs'), MENU);
  const { sessionId } = await start({ command: `node menu.cjs ${mode}` });
  await screen(sessionId, (rows) => rows[0] === '> red');
  await write(sessionId, '{down}{down}{up}');
  await screen(sessionId, (rows) => rows[1] === '> green');
  expect(await write(sessionId, '{enter}')).toMatchObject({
    responseOutput: expect.stringContaining('chose green'),
    exitCode: 0,
  });
});

test('ctrl+c interrupts, ctrl+d ends the input', async () => {
  const { start, write } = await openSessions();
  const { sessionId } = await start();
  await write(sessionId, 'sleep 1000{enter}', { timeoutSeconds: 1 });
  expect(await write(sessionId, '{ctrl+c}')).toMatchObject({
    reason: 'waiting',
    responseOutput: expect.stringContaining('^C'),
  });
  await write(sessionId, 'cat{enter}');
  await write(sessionId, 'abc{enter}{ctrl+d}');
  expect(await write(sessionId, '{ctrl+d}')).toMatchObject({ reason: 'exit', isRunning: false });
});

test('a new size is seen by the program and recorded', async () => {
  const { home, start, write, run } = await openSessions();
  const { sessionId } = await start({ cols: 100, rows: 30 });
  expect((await write(sessionId, 'stty size{enter}')).responseOutput).toContain('30 100');
  await run('terminal session resize', { sessionId, cols: 132, rows: 43 });
  expect((await write(sessionId, 'stty size{enter}')).responseOutput).toContain('43 132');
  expect(readFileSync(join(home, 'sessions', sessionId, 'session.cast'), 'utf8')).toContain(',"r","132x43"]');
});

test('characters of all kinds go in and come out whole', async () => {
  const { start, write, read } = await openSessions();
  const { sessionId } = await start({ command: 'cat' });
  const text = 'grüße 東京 🎉 é';
  const { responseOutput } = await write(sessionId, `${text}{enter}`);
  // On a busy machine the terminal's echo may come alone.
  const rest = responseOutput === `${text}\n` ? (await read(sessionId, { timeoutSeconds: 20 })).output : '';
  expect(responseOutput + rest).toBe(`${text}\n${text}\n`);
});

test('reading in small pieces gives everything once, without splitting a character', async () => {
  const { start, read } = await openSessions();
  const command = `python3 -c 'print("東🎉é" * 4000)'`;
  const { sessionId, initialOutput } = await start({ command });
  let text = initialOutput;
  for (let hasMore = true; hasMore; ) {
    const piece = await read(sessionId, { maxBytes: 1000 });
    expect(Buffer.byteLength(piece.output)).toBeLessThanOrEqual(1000);
    text += piece.output;
    ({ hasMore } = piece);
  }
  expect(text).toBe(`${'東🎉é'.repeat(4000)}\n`);
});

const AS_ANOTHER = process.getuid?.() === 0 ? 'su -s /bin/sh nobody -c "su root"' : 'su root';

test.each([
  ['su', AS_ANOTHER, { waitingForInput: true, evidence: 'echo-off' }],
  ['tmux', 'tmux -L "$TEST_SOCKET" -f /dev/null new', { waitingForInput: true, evidence: 'kernel' }],
  ['tmux that runs a program', 'tmux -L "$TEST_SOCKET" -f /dev/null new "sleep 1000"', { waitingForInput: false }],
  ['script', 'script -q /dev/null', { waitingForInput: true, evidence: 'kernel' }],
  ['script that runs a program', 'script -qc "sleep 1000" /dev/null', { waitingForInput: false }],
  ['openssl', 'openssl passwd -6', { waitingForInput: true, evidence: 'echo-off' }],
])('%s waits for input only when a program behind it does', async (_, command, state) => {
  const { start, read } = await openSessions({ TEST_SOCKET: `helve-test-${process.pid}` });
  const { sessionId } = await start({ command });
  const expected = state.waitingForInput ? 'waiting' : 'deadline';
  const timeoutSeconds = state.waitingForInput ? 30 : 2;
  const result = await read(sessionId, { until: '/never/', timeoutSeconds });
  expect(result).toMatchObject({ ...state, isRunning: true, reason: expected });
});

test('a session that is started beside another is known to wait too', async () => {
  const { start, write } = await openSessions();
  const [first, second] = [await start({ command: 'cat' }), await start({ command: 'bash --norc' })];
  expect(await write(first.sessionId, 'one{enter}')).toMatchObject({ waitingForInput: true });
  expect(await write(second.sessionId, 'echo two{enter}')).toMatchObject({ waitingForInput: true });
});
