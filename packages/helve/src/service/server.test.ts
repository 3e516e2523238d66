import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCommand, defineModule, inService, Registry, text } from '@helve/command';
import { Keeper } from '@helve/command/host';
import { ensureToken } from '@helve/settings';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ServiceServer } from './server.ts';
import { tokenFile } from './token.ts';

/** As long as a busy machine may need. */
const POLL = { timeout: 20_000, interval: 5 };

/** What happened in commands that wait, by the name they were given. */
const events: string[] = [];

const echo = defineCommand({
  path: 'demo echo',
  summary: 'Give back what was given, and count',
  effect: 'inspect',
  input: v.object({ message: text('Any text') }),
  output: v.unknown(),
  examples: [],
  run: inService(async () => async (input, context) => {
    const counter = context.keep({ name: 'counter', create: () => ({ count: 0 }), dispose: async () => {} });
    counter.count++;
    if (input.message === 'warn') context.warn('you asked for it');
    return { ...input, cwd: context.place.cwd, name: context.place.env.NAME, count: counter.count };
  }),
  render: { person: (_, { message }) => message },
});

const wait = defineCommand({
  path: 'demo wait',
  summary: 'Wait to be cancelled',
  effect: 'inspect',
  input: v.object({ name: text('Which') }),
  output: v.unknown(),
  examples: [],
  run: async () => (input, context) => {
    events.push(`${input.name} began`);
    return new Promise((_, reject) => {
      context.signal.addEventListener('abort', () => {
        events.push(`${input.name} was cancelled`);
        reject(context.signal.reason);
      });
    });
  },
});

const registry = new Registry([
  defineModule({
    name: 'demo',
    summary: 'For tests',
    actions: { echo: async () => ({ command: echo }), wait: async () => ({ command: wait }) },
  }),
]);

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function openServer(onLeave = () => {}, isReplaced = () => false) {
  const home = await mkdtemp(join(tmpdir(), 'helve-server-'));
  const token = ensureToken(tokenFile(home));
  const umask = process.umask().toString(8);
  const keeper = new Keeper(home);
  const server = await ServiceServer.open({
    registry,
    version: '1.2.3',
    home,
    keeper,
    umask,
    port: 0,
    log: () => {},
    onLeave,
    isReplaced,
  });
  onTestFinished(async () => {
    await server.close();
    await rm(home, { recursive: true });
  });
  const post = (body: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    new Promise<Reply>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: server.port,
          method: 'POST',
          agent: false,
          headers: { Authorization: `Bearer ${token}`, ...headers },
          ...(signal ? { signal } : {}),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const { statusCode = 0, headers: given } = response;
            resolve({ status: statusCode, headers: given, body: Buffer.concat(chunks).toString() });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  const ask = async (action: string, params: object, more: object = {}, signal?: AbortSignal) =>
    JSON.parse(
      (await post(JSON.stringify({ protocol_version: 1, id: 'one', action, params, ...more }), {}, signal)).body,
    ) as Record<string, unknown>;
  const run = (path: string, input: object, more: object = {}, signal?: AbortSignal) =>
    ask('command.run', { path, input, cwd: '/', env: { NAME: 'me' } }, more, signal);
  const argv = (args: readonly string[], more: object = {}) =>
    ask('argv', { args, cwd: home, env: { HELVE_HOME: home }, ...more });
  return { server, home, token, post, ask, run, argv, leave: () => ask('leave', {}) };
}

async function happened(event: string): Promise<void> {
  await expect.poll(() => events, POLL).toContain(event);
}

describe('a command that is run in the service', () => {
  it('gets its input and its caller, and what is kept stays between calls', async () => {
    const { run } = await openServer();
    expect(await run('demo echo', { message: 'hé' })).toEqual({
      protocol_version: 1,
      id: 'one',
      ok: true,
      data: { message: 'hé', cwd: '/', name: 'me', count: 1 },
    });
    expect(await run('demo echo', { message: 'warn' })).toMatchObject({
      data: { count: 2 },
      warnings: ['you asked for it'],
    });
  });

  it.each([
    ['an unknown command', 'demo eco', { message: 'x' }, 'UNKNOWN_COMMAND'],
    ['a wrong input', 'demo echo', { message: 1 }, 'INVALID_INPUT'],
  ])('fails with %s as it would anywhere', async (_, path, input, code) => {
    const { run } = await openServer();
    expect(await run(path, input)).toMatchObject({ id: 'one', ok: false, error: { code } });
  });

  it('does not validate an input again that its caller has validated', async () => {
    const { ask } = await openServer();
    const params = { path: 'demo echo', input: { message: 1 }, cwd: '/', env: {}, validated: true };
    expect(await ask('command.run', params)).toMatchObject({ ok: true, data: { message: 1 } });
  });

  it('ends when its deadline passes, and does not begin after it', async () => {
    const { run } = await openServer();
    expect(await run('demo wait', { name: 'dated' }, { deadline: Date.now() + 50 })).toMatchObject({
      ok: false,
      error: { code: 'TIMEOUT' },
    });
    expect(await run('demo wait', { name: 'late' }, { deadline: Date.now() - 1 })).toMatchObject({
      ok: false,
      error: { code: 'TIMEOUT' },
    });
    expect(events).not.toContain('late began');
  });

  it('is cancelled when its caller leaves', async () => {
    const { run } = await openServer();
    const caller = new AbortController();
    const left = run('demo wait', { name: 'left' }, {}, caller.signal).catch((error: Error) => error.name);
    await happened('left began');
    caller.abort();
    expect(await left).toBe('AbortError');
    await happened('left was cancelled');
  });

  it('does not hold up another, and is answered when the service stops', async () => {
    const { run, server } = await openServer();
    const slow = run('demo wait', { name: 'slow' });
    await happened('slow began');
    expect(await run('demo echo', { message: 'meanwhile' })).toMatchObject({ ok: true });
    expect(server.busy).toBe(true);
    await server.close();
    expect(await slow).toMatchObject({ id: 'one', ok: false, error: { code: 'CANCELLED' } });
    expect(server.busy).toBe(false);
  });
});

describe('arguments that are run in the service', () => {
  it('give what the terminal would print', async () => {
    const { argv } = await openServer();
    const ran = { code: 0, stdout: '1.2.3\n', stderr: '' };
    expect(await argv(['--version'])).toMatchObject({ ok: true, data: ran });
    expect(await argv(['demo', 'eco'])).toMatchObject({ ok: true, data: { code: 2 } });
  });

  it('come as plain bytes for a shell, with NUL bytes named in the head', async () => {
    const { post, home } = await openServer();
    const params = {
      args: ['demo', 'echo', '--message', 'é\0b'],
      cwd: home,
      env: { HELVE_HOME: home },
      terminal: true,
    };
    const asked = { protocol_version: 1, id: 'shell', action: 'argv', params };
    const reply = await post(JSON.stringify(asked), { Accept: 'text/plain' });
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'x-helve-code': '0', 'x-helve-out': '2 z 2', 'x-helve-error': '0' },
      body: 'éb\n',
    });
    const batch = { ...asked, params: { ...params, args: ['batch'] } };
    expect(await post(JSON.stringify(batch), { Accept: 'text/plain' })).toMatchObject({ status: 409, body: '' });
  });

  it.each<[string, readonly string[], object]>([
    ['standard input', ['batch'], {}],
    ['the streams', ['mcp'], {}],
    ['the streams, after flags', ['--cwd', '/', 'mcp'], {}],
    ['another home', ['demo', 'echo', '--message', 'x', '--home', '/elsewhere'], {}],
    ['a folder that is gone', ['--version'], { cwd: '/dev/null/gone' }],
    ['another umask', ['--version'], { umask: '0177' }],
    ['a word of the program', ['shell-init', 'bash'], {}],
  ])('are left to the foreground when they need %s', async (_, args, more) => {
    const { argv } = await openServer();
    expect(await argv(args, more)).toMatchObject({ ok: true, data: { foreground: true } });
  });
});

it('arguments are left to the foreground once the program was replaced', async () => {
  let isReplaced = false;
  const { argv } = await openServer(undefined, () => isReplaced);
  expect(await argv(['--version'])).toMatchObject({ data: { code: 0 } });
  isReplaced = true;
  expect(await argv(['--version'])).toMatchObject({ data: { foreground: true } });
});

describe('a service that is asked to leave', () => {
  it('does, and takes nothing more, when it has nothing else to do', async () => {
    let left = 0;
    const { leave, post } = await openServer(() => left++);
    expect(await leave()).toMatchObject({ ok: true, data: { leaving: true } });
    await expect.poll(() => left, POLL).toBe(1);
    expect(await post('{}')).toMatchObject({ status: 503 });
  });

  it('stays while it keeps something or has something to do', async () => {
    let left = 0;
    const { leave, run } = await openServer(() => left++);
    const caller = new AbortController();
    const busy = run('demo wait', { name: 'busy' }, {}, caller.signal).catch(() => {});
    await happened('busy began');
    expect(await leave()).toMatchObject({ data: { leaving: false } });
    caller.abort();
    await busy;
    await happened('busy was cancelled');
    await run('demo echo', { message: 'keeps a counter' });
    expect(await leave()).toMatchObject({ data: { leaving: false } });
    expect(left).toBe(0);
  });
});

describe('a request is refused', () => {
  const body = JSON.stringify({ protocol_version: 1, id: 'x', action: 'argv', params: {} });

  it.each<[string, number, Record<string, string>]>([
    ['without a token', 401, { Authorization: '' }],
    ['with a wrong token', 401, { Authorization: `Bearer ${'0'.repeat(64)}` }],
    ['for another host', 403, { Host: 'evil.example' }],
    ['for another port', 403, { Host: '127.0.0.1:1' }],
    ['from a web page', 403, { Origin: 'http://127.0.0.1' }],
    ['from a browser', 403, { 'Sec-Fetch-Site': 'none' }],
  ])('%s', async (_, status, headers) => {
    const { post } = await openServer();
    const reply = await post(body, headers);
    expect({ status: reply.status, ok: (JSON.parse(reply.body) as { ok: boolean }).ok }).toEqual({ status, ok: false });
  });

  it('when others could have read the token', async () => {
    const { post, home } = await openServer();
    await chmod(join(home, 'token'), 0o640);
    expect(await post(body)).toMatchObject({ status: 401 });
  });

  it.each([
    ['before it is read', `Content-Length: ${32 * 1024 * 1024 + 1}\r\n\r\n`],
    ['as it comes', `Transfer-Encoding: chunked\r\n\r\n2000001\r\n${'x'.repeat(0x2000001)}\r\n`],
  ])('by its size, %s', async (_, rest) => {
    const { server, token } = await openServer();
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`POST / HTTP/1.1\r\nHost: localhost:${server.port}\r\nAuthorization: Bearer ${token}\r\n${rest}`);
    let said = '';
    for await (const chunk of socket) said += String(chunk);
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ['not JSON', '{"protocol_version":', null],
    ['another version', JSON.stringify({ protocol_version: 2, id: 'x', action: 'argv', params: {} }), 'x'],
    ['an unknown action', JSON.stringify({ protocol_version: 1, id: 'x', action: 'eval', params: {} }), 'x'],
    ['parameters that do not fit', body, 'x'],
  ])('when it is %s', async (_, bad, id) => {
    const { post } = await openServer();
    const reply = await post(bad);
    expect({ status: reply.status, ...(JSON.parse(reply.body) as object) }).toMatchObject({
      status: 400,
      id,
      ok: false,
      error: { code: 'INVALID_INPUT' },
    });
  });
});

it('the token file is made for its owner alone, and is kept', async () => {
  const { home } = await openServer();
  const before = await readFile(join(home, 'token'), 'utf8');
  ensureToken(tokenFile(home));
  expect(await readFile(join(home, 'token'), 'utf8')).toBe(before);
});
