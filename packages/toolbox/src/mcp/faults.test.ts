import { readFile } from 'node:fs/promises';
import { readProcesses } from '@helve/processes';
import { expect, it } from 'vitest';
import { expectGone, openBench, pidsIn } from './testing/kit.ts';

it('keeps one server for all calls, and ends it with its owner', async () => {
  const { odd, call, connections } = await openBench();
  const [one, two] = await Promise.all([call(odd(), 'pid'), call(odd(), 'pid')]);
  const { text } = await call(odd(), 'pid');
  expect([one.text, two.text]).toEqual([text, text]);
  await connections.close();
  await expectGone(Number(text));
});

it('ends what a server has started and left behind', async () => {
  const { odd, call, connections } = await openBench();
  const { text: child } = await call(odd(), 'child');
  await connections.close();
  expect(readProcesses([Number(child)])).toEqual([]);
});

it('ends what a server has left behind when the server dies by itself', async () => {
  const { odd, call } = await openBench();
  const { text: child } = await call(odd(), 'child');
  await expect(call(odd(), 'die')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expectGone(Number(child));
});

it('says how a server died in mid-call and what it said last, without its secrets, and starts it afresh', async () => {
  const { odd, call, notes } = await openBench();
  const died = call(odd(), 'die');
  await expect(died).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/^The MCP server odd ended with exit code 7 while calling die/),
    details: { server: 'odd', log: 'something broke inside\nlast words: ***' },
  });
  expect((await call(odd(), 'echo', { text: 'back' })).text).toBe('back');
  expect(pidsIn(await notes())).toHaveLength(2);
});

it('fails a call in flight when another call kills the server', async () => {
  const { odd, call } = await openBench();
  await call(odd(), 'pid');
  const [hanging, died] = await Promise.allSettled([call(odd(), 'hang'), call(odd(), 'die')]);
  expect(hanging).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
  expect(died).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
});

it('starts a server that was killed between two calls afresh, without an error', async () => {
  const { odd, call } = await openBench();
  const { text } = await call(odd(), 'pid');
  process.kill(Number(text), 'SIGKILL');
  await expectGone(Number(text));
  expect((await call(odd(), 'echo', { text: 'again' })).text).toBe('again');
});

it('says what a server that cannot start has said', async () => {
  const { odd, call } = await openBench();
  await expect(call(odd('broken'), 'echo')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('ended with exit code 3 while starting. It said: cannot find my database'),
  });
});

it('pauses before it starts a server again that failed before, and says so', async () => {
  const { odd, connections } = await openBench();
  const said: string[] = [];
  const user = {
    place: { env: process.env },
    signal: new AbortController().signal,
    progress: (message: string) => void said.push(message),
  };
  for (let attempt = 0; attempt < 3; attempt++) {
    await expect(connections.use(odd('broken'), user, async () => {})).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  }
  expect(said).toEqual([expect.stringMatching(/^odd failed 2 times; it is started again in \d+ ms$/)]);
  expect(connections.state(odd('broken'))).toEqual({ status: 'failed' });
});

it('says that a program is missing', async () => {
  const { server, call } = await openBench();
  const missing = server({ type: 'stdio', command: 'no-such-program-at-all', args: [], env: {} });
  await expect(call(missing, 'echo')).rejects.toMatchObject({
    code: 'PROGRAM_MISSING',
    details: { command: 'no-such-program-at-all' },
  });
});

it('gives up on a server that never gets ready, and ends it', async () => {
  const { odd, call, notes } = await openBench({ connectMs: 1500 });
  await expect(call(odd('silent'), 'echo')).rejects.toMatchObject({ code: 'TIMEOUT' });
  for (const pid of pidsIn(await notes())) await expectGone(pid);
});

it('ends a server that hangs in its start when its owner ends', async () => {
  const { odd, call, notes, connections } = await openBench();
  const waiting = Promise.allSettled([call(odd('silent'), 'echo')]);
  await expect.poll(async () => pidsIn(await notes()).length, { timeout: 30_000 }).toBe(1);
  await connections.close();
  expect(await waiting).toMatchObject([{ status: 'rejected', reason: { code: 'UNAVAILABLE' } }]);
});

it('gives up on a call that takes too long, tells the server so, and goes on with it', async () => {
  const { odd, call, notes } = await openBench();
  const { text } = await call(odd(), 'pid');
  await expect(call(odd(), 'hang', {}, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  await expect.poll(notes).toContain('notifications/cancelled');
  expect((await call(odd(), 'pid')).text).toBe(text);
});

it('tells the server of a cancelled call', async () => {
  const { odd, call, notes } = await openBench();
  await call(odd(), 'pid');
  const controller = new AbortController();
  const hanging = call(odd(), 'hang', {}, { signal: controller.signal });
  controller.abort();
  await expect(hanging).rejects.toMatchObject({ code: 'CANCELLED' });
  // The call may have been cancelled before it was sent; one that was sent for sure is cancelled too.
  const second = new AbortController();
  const later = call(odd(), 'hang', {}, { signal: second.signal, progress: () => {} });
  await call(odd(), 'echo', { text: 'sent after it' });
  second.abort();
  await expect(later).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect.poll(notes).toContain('notifications/cancelled');
});

it('takes answers in any order', async () => {
  const { odd, call } = await openBench();
  await call(odd(), 'pid');
  const answers = await Promise.all([
    call(odd(), 'slow', { text: 'one', ms: 120 }),
    call(odd(), 'slow', { text: 'two', ms: 60 }),
    call(odd(), 'slow', { text: 'three', ms: 1 }),
  ]);
  expect(answers.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
});

it('reads messages among log lines', async () => {
  const { odd, call } = await openBench();
  expect((await call(odd('noise'), 'echo', { text: 'found' })).text).toBe('found');
});

it('reads tools page by page, and does not follow pages for ever', async () => {
  const { odd, call } = await openBench();
  expect((await call(odd('pages'), 'image', { bytes: 3 })).attachments).toEqual([
    { type: 'image', mimeType: 'image/png', bytes: 3, data: 'AQEB' },
  ]);
  await expect(call(odd('endless'), 'echo')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it('is not disturbed by a flood on stderr, and keeps its end', async () => {
  const { odd, call } = await openBench();
  expect((await call(odd(), 'flood')).text).toBe('flooded');
  await expect(call(odd(), 'die')).rejects.toMatchObject({
    details: { log: expect.stringMatching(/the last line\nsomething broke inside\nlast words: \*\*\*$/) },
  });
});

it('refuses an answer of 50 MB, and goes on with the same server', async () => {
  const { odd, call } = await openBench();
  const { text } = await call(odd(), 'pid');
  const both = await Promise.allSettled([
    call(odd(), 'big', { bytes: 50 * 1024 * 1024 }),
    call(odd(), 'slow', { text: 'fine', ms: 1 }),
  ]);
  expect(both).toMatchObject([
    { status: 'rejected', reason: { code: 'TOO_LARGE', details: { server: 'odd' } } },
    { status: 'fulfilled', value: { text: 'fine' } },
  ]);
  expect((await call(odd(), 'pid')).text).toBe(text);
});

it('writes what is long to a file', async () => {
  const { odd, call } = await openBench();
  const { text, spill } = await call(odd(), 'big', { bytes: 1_000_000 });
  expect(text).toHaveLength(200_000);
  expect(await readFile(spill?.text ?? '', 'utf8')).toHaveLength(1_000_000);
  const { attachments } = await call(odd(), 'image', { bytes: 500_000 });
  expect(attachments).toMatchObject([{ bytes: 500_000, file: expect.stringMatching(/\.png$/) }]);
});

it('gives the error that a tool gives', async () => {
  const { odd, call } = await openBench();
  await expect(call(odd(), 'fail')).rejects.toMatchObject({
    code: 'TOOL_FAILED',
    message: 'fail failed: no such record',
  });
  await expect(call(odd(), 'refuse')).rejects.toMatchObject({
    code: 'TOOL_FAILED',
    message: 'The MCP server odd refused calling refuse: not today',
  });
  await expect(call(odd(), 'strange')).rejects.toMatchObject({ code: 'TOOL_FAILED' });
});

it('gives an answer that does not fit the output schema of its tool', async () => {
  const { odd, call } = await openBench();
  expect((await call(odd(), 'mismatch')).text).toBe('plain');
});

it('gives a server a short list of variables and its own, and nothing else of ours', async () => {
  const { odd, call } = await openBench();
  process.env.HELVE_TEST_TOKEN = 'ours';
  try {
    const env = JSON.parse((await call(odd(), 'env')).text) as Record<string, string>;
    expect(env).toMatchObject({ PATH: process.env.PATH, SECRET: 'hunter2-secret' });
    expect(env).not.toHaveProperty('HELVE_TEST_TOKEN');
  } finally {
    delete process.env.HELVE_TEST_TOKEN;
  }
});

it('hears of new tools', async () => {
  const { odd, call } = await openBench();
  await call(odd(), 'grow');
  await expect(call(odd(), 'grown')).rejects.toMatchObject({ code: 'TOOL_FAILED' });
});

it('closes a server that nobody uses', async () => {
  const { odd, call, connections } = await openBench({ idleMs: 50 });
  const { text } = await call(odd(), 'pid');
  await expectGone(Number(text));
  expect(connections.state(odd())).toEqual({ status: 'stopped' });
  expect((await call(odd(), 'echo', { text: 'up again' })).text).toBe('up again');
});
