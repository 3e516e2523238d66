import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSessions } from '../../testing/session-project.ts';

test('a shell waits at its prompt, keeps its state, and answers what is typed', async () => {
  const { start, write } = await openSessions();
  const { sessionId, initialOutput, shell } = await start();
  expect({ shell, initialOutput }).toEqual({ shell: 'bash', initialOutput: expect.stringMatching(/[$#] $/) });
  await write(sessionId, 'cd / && X=5{enter}');
  expect(await write(sessionId, 'echo $PWD-$X{enter}')).toMatchObject({
    status: 'sent',
    responseOutput: expect.stringContaining('/-5\n'),
    isRunning: true,
    waitingForInput: true,
    evidence: 'kernel',
    reason: 'waiting',
  });
});

test('what was read is not given again, and the end of a session can be read with its exit code', async () => {
  const { start, read, write, exit } = await openSessions();
  const { sessionId } = await start();
  await write(sessionId, 'echo first{enter}');
  expect(await read(sessionId)).toMatchObject({
    output: '',
    isRunning: true,
    reason: 'waiting',
  });
  await write(sessionId, 'exit 3{enter}');
  await exit(sessionId);
  expect(await read(sessionId)).toMatchObject({
    output: '',
    isRunning: false,
    exitCode: 3,
    reason: 'exit',
    hasMore: false,
  });
});

test('one reading waits for a pattern, for quiet, for the prompt or for the end, and says which it was', async () => {
  const { start, read, write } = await openSessions();
  const { sessionId } = await start();
  await write(sessionId, '(sleep 0.3; echo ready-$((40 + 2)); sleep 1000) &{enter}', { timeoutSeconds: 0 });
  expect(await read(sessionId, { until: '/READY-(\\d+)/i' })).toMatchObject({
    reason: 'match',
    output: expect.stringContaining('ready-42'),
  });
  expect(await read(sessionId, { until: 'idle' })).toMatchObject({ reason: 'idle', isRunning: true });
  await write(sessionId, 'sleep 0.3; echo done{enter}', { timeoutSeconds: 0 });
  expect(await read(sessionId, { until: 'prompt' })).toMatchObject({
    reason: 'prompt',
    output: expect.stringContaining('done'),
  });
  const { sessionId: other } = await start({ command: 'sleep 0.3; exit 9' });
  expect(await read(other, { until: 'exit' })).toMatchObject({ reason: 'exit', exitCode: 9 });
});

test('an expression that takes for ever is given up, and holds nobody else up meanwhile', async () => {
  const { dir, start, error, read } = await openSessions();
  const command = `until [ -e go ]; do sleep 0.05; done; echo ${'a'.repeat(200)}!; sleep 1000`;
  await start({ sessionId: 'one', command });
  await start({ sessionId: 'two', command: 'cat' });
  const failed = error('terminal session read', { sessionId: 'one', until: '/^(a+)+$/', timeoutSeconds: 30 });
  writeFileSync(join(dir, 'go'), '');
  const first = await Promise.race([failed, read('two', { timeoutSeconds: 1 })]);
  expect(first).toMatchObject({ sessionId: 'two' });
  expect(await failed).toMatchObject({ code: 'INVALID_PATTERN', message: expect.stringContaining('takes too long') });
});

test('what cannot be waited for is an error', async () => {
  const { start, error } = await openSessions();
  const { sessionId } = await start();
  expect(await error('terminal session read', { sessionId, until: 'forever' })).toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect(await error('terminal session read', { sessionId, until: '/(/' })).toMatchObject({ code: 'INVALID_PATTERN' });
});

test('the screen is what a person would see, the text what they would have read', async () => {
  const { start, read } = await openSessions();
  const print = `printf '\\033]0;my title\\007\\033[31mred\\033[0m 10%%\\r\\033[31mred\\033[0m 99%%\\n'`;
  const { sessionId, initialOutput } = await start({ command: `${print}; read x`, cols: 20, rows: 4 });
  expect(initialOutput).toBe('red 99%\n');
  expect((await read(sessionId, { view: 'screen' })).screen).toEqual({
    rows: ['red 99%', '', '', ''],
    cursor: { row: 1, column: 0 },
    alternate: false,
    cols: 20,
    rowsCount: 4,
    title: 'my title',
  });
});

test('the raw view gives the output as it came', async () => {
  const { home, start, read } = await openSessions();
  const { sessionId } = await start({ command: `for i in {1..4000}; do printf '\\033[31mred\\033[0m\\n'; done` });
  const { output } = await read(sessionId, { view: 'raw', until: 'exit', maxBytes: 1_000_000 });
  const log = readFileSync(join(home, 'sessions', sessionId, 'output.log'), 'utf8');
  expect(log).toBe('\x1b[31mred\x1b[0m\r\n'.repeat(4000));
  expect({ isTail: log.endsWith(output), isLong: output.length > 1000 }).toEqual({ isTail: true, isLong: true });
});

test('200 programs that print fast and end lose nothing', async () => {
  const expected = `${Array.from({ length: 20_000 }, (_, index) => index + 1).join('\n')}\n`;
  const { start, read } = await openSessions();
  const runOne = async (): Promise<boolean> => {
    const { sessionId, initialOutput } = await start({ command: 'seq 1 20000' });
    let text = initialOutput;
    const rest = await read(sessionId, { until: 'exit', maxBytes: 1_000_000 });
    text += rest.output;
    return text === expected && rest.exitCode === 0;
  };
  const complete: boolean[] = [];
  for (let round = 0; round < 20; round++) {
    complete.push(...(await Promise.all(Array.from({ length: 10 }, runOne))));
  }
  expect(complete.filter(Boolean)).toHaveLength(200);
});

test('readers of one session each receive all that it prints', async () => {
  const { start, write, read, run, dir } = await openSessions();
  const { sessionId } = await start({ command: 'cat' });
  const env = { HELVE_OWNER: 'another agent' };
  const readAs = async () =>
    (await run('terminal session read', { sessionId, timeoutSeconds: 0 }, { cwd: dir, env })).data as object;
  const unreadBy = async (more: object) => {
    const { data } = await run('terminal session list', {}, more);
    return (data as { readonly sessions: readonly { readonly unread: number }[] }).sessions.map(({ unread }) => unread);
  };
  await write(sessionId, 'one{enter}');
  expect(await readAs()).toMatchObject({ output: 'one\none\n' });
  await write(sessionId, 'two{enter}');
  expect(await read(sessionId, { timeoutSeconds: 0 })).toMatchObject({ output: '' });
  expect([await unreadBy({}), await unreadBy({ env })]).toEqual([[0], [10]]);
  expect(await readAs()).toMatchObject({ output: 'two\ntwo\n' });
  expect(await readAs()).toMatchObject({ output: '' });
});
