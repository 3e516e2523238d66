import { chmod, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSandbox } from './kit/helve.ts';
import { descendantsOf, expectGone, openSilentRemote } from './kit/mcp.ts';
import { type HttpServer, post, startHttp } from './kit/mcp-http.ts';

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});

async function connect(server: HttpServer, era: 'sessions' | 'stateless'): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: { elicitation: {} },
      ...(era === 'stateless' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}),
    },
  );
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept' }));
  const headers = { authorization: `Bearer ${server.token}` };
  await client.connect(new StreamableHTTPClientTransport(server.url, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

describe.each(['sessions', 'stateless'] as const)('over HTTP with %s', (era) => {
  it('a number that would become another is refused', async () => {
    const server = await startHttp(await openSandbox({ 'a.txt': 'one' }), ['--tools', 'text']);
    const client = new Client(
      { name: 'test', version: '1' },
      era === 'stateless' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
    );
    onTestFinished(() => client.close());
    const LARGE = '9007199254740993';
    const transport = new StreamableHTTPClientTransport(server.url, {
      requestInit: { headers: { authorization: `Bearer ${server.token}` } },
      // JavaScript cannot write such a number.
      fetch: (url, init) => {
        const { body } = init ?? {};
        return fetch(url, typeof body === 'string' ? { ...init, body: body.replace('"LARGE"', LARGE) } : init);
      },
    });
    await client.connect(transport);
    expect(await client.callTool({ name: 'TextRead', arguments: { filePath: 'a.txt', limit: 'LARGE' } })).toMatchObject(
      {
        isError: true,
        content: [{ text: expect.stringContaining('9007199254740993 cannot be represented exactly') }],
      },
    );
  });

  it('tools are listed and called, by several clients at once', async () => {
    const server = await startHttp(await openSandbox({ 'a.txt': 'one' }), ['--tools', 'text']);
    const clients = await Promise.all([connect(server, era), connect(server, era), connect(server, era)]);
    for (const client of clients) {
      expect((await client.listTools()).tools).toHaveLength(5);
      expect(await client.callTool({ name: 'TextRead', arguments: { filePath: 'a.txt' } })).toMatchObject({
        structuredContent: { content: 'one' },
      });
    }
    expect(await server.stop()).toBe(0);
  });

  it('progress is heard and the user is asked', async () => {
    const sandbox = await openSandbox({ 'a.txt': 'a' });
    await sandbox.run('bash', [
      '-c',
      'git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm a',
    ]);
    const server = await startHttp(sandbox, ['--tools', 'git', '--permission-mode', 'default']);
    const client = await connect(server, era);
    const heard: number[] = [];
    const result = await client.callTool(
      { name: 'GitClone', arguments: { url: `file://${sandbox.dir}`, path: 'copy' } },
      { onprogress: ({ progress }) => heard.push(progress) },
    );
    expect(result.isError).toBeUndefined();
    expect(heard.length).toBeGreaterThan(0);
  });

  it('an argument of ten megabytes arrives', async () => {
    const client = await connect(await startHttp(await openSandbox(), ['--tools', 'text']), era);
    const content = '0123456789\n'.repeat(1024 * 1024);
    expect(await client.callTool({ name: 'TextCreate', arguments: { filePath: 'big.txt', content } })).toMatchObject({
      structuredContent: { bytes: content.length },
    });
  });

  it('a client that goes away in the middle of a call leaves nothing running', async () => {
    const [sandbox, remote] = [await openSandbox(), await openSilentRemote()];
    await sandbox.run('bash', ['-c', `git init -q . && git remote add origin ${remote.url}`]);
    const server = await startHttp(sandbox, ['--tools', 'git']);
    const client = await connect(server, era);
    const call = client.callTool({ name: 'GitFetch', arguments: {} }).then(
      () => 'answered',
      () => 'cut off',
    );
    await remote.reached();
    const started = await descendantsOf(server.pid);
    expect(started).not.toEqual([]);
    await client.close();
    expect(await call).toBe('cut off');
    await expectGone(started);
  });
});

describe('who is let in', () => {
  it('is told on one line where the server and its token are, and the token is the owner’s alone', async () => {
    const sandbox = await openSandbox();
    const server = await startHttp(sandbox);
    expect(server.url.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(server.tokenFile).toBe(join(sandbox.home, 'mcp-token'));
    expect((await stat(join(sandbox.home, 'mcp-token'))).mode & 0o777).toBe(0o600);
    expect(await post(server, INITIALIZE)).toMatchObject({ status: 200 });
    expect(await post(server, INITIALIZE, { authorization: `bearer ${server.token}` })).toMatchObject({ status: 200 });
  });

  it('keeps the token from one start to the next', async () => {
    const sandbox = await openSandbox();
    const first = await startHttp(sandbox);
    await first.stop();
    expect((await startHttp(sandbox)).token).toBe(first.token);
  });

  it.each([
    { who: 'without a token', headers: { authorization: undefined }, status: 401 },
    { who: 'with an old token', headers: { authorization: 'Bearer 0123456789abcdef0123456789abcdef' }, status: 401 },
    { who: 'with another scheme', headers: { authorization: 'Basic dXNlcjpwYXNz' }, status: 401 },
    { who: 'under another name', headers: { host: 'evil.example.com' }, status: 403 },
    { who: 'under its name with another port', headers: { host: '127.0.0.1:1' }, status: 403 },
    { who: 'from a page elsewhere', headers: { origin: 'http://evil.example.com' }, status: 403 },
    { who: 'from a page of no origin', headers: { origin: 'null' }, status: 403 },
    { who: 'from a page on another port', headers: { origin: 'http://localhost:1' }, status: 403 },
  ])('is nobody $who', async ({ headers, status }) => {
    const server = await startHttp(await openSandbox());
    const answered = await post(server, INITIALIZE, headers);
    expect(answered).toMatchObject({ status, headers: { connection: 'close' } });
    expect(answered.body).not.toContain(server.token);
    expect(String(answered.headers['www-authenticate'])).toMatch(status === 401 ? /^Bearer/ : /^undefined$/);
  });

  it('is nobody with a token that was replaced while the server was down', async () => {
    const sandbox = await openSandbox();
    const before = await startHttp(sandbox);
    await before.stop();
    await rm(join(sandbox.home, 'mcp-token'));
    const after = await startHttp(sandbox);
    expect(await post({ url: after.url, token: before.token }, INITIALIZE)).toMatchObject({ status: 401 });
  });

  it.each(['readable by others', 'a link', 'empty'])('is nobody at all where the token file is %s', async (how) => {
    const { helve, home } = await openSandbox();
    const file = join(home, 'mcp-token');
    if (how === 'a link') {
      await writeFile(`${file}.real`, 'x'.repeat(43), { mode: 0o600 });
      await symlink(`${file}.real`, file);
    } else {
      await writeFile(file, how === 'empty' ? '' : 'x'.repeat(43), { mode: 0o600 });
      if (how !== 'empty') await chmod(file, 0o644);
    }
    const { code, stdout, stderr } = await helve(['mcp', '--http']);
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 2, error: 'INVALID_SETTINGS' });
    expect(stderr).not.toContain('xxxx');
  });
});

describe('what is not understood', () => {
  it.each([
    { what: 'JSON that breaks off', body: '{"jsonrpc":', status: 400 },
    { what: 'nothing', body: '', status: 400 },
    { what: 'a number', body: '7', status: 400 },
    { what: 'a call before a session', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', status: 400 },
    { what: 'more than 32 megabytes', body: `"${'x'.repeat(33 * 1024 * 1024)}"`, status: 413 },
  ])('$what is refused, and the server goes on', async ({ body, status }) => {
    const server = await startHttp(await openSandbox());
    expect(await post(server, body)).toMatchObject({ status });
    expect(await post(server, INITIALIZE)).toMatchObject({ status: 200 });
  });

  it('a session that is not there is told as the protocol wants it', async () => {
    const server = await startHttp(await openSandbox());
    const headers = { 'mcp-session-id': 'gone' };
    expect(await post(server, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', headers)).toMatchObject({
      status: 404,
    });
  });

  it('another path is not there', async () => {
    const server = await startHttp(await openSandbox());
    expect(await post({ ...server, url: new URL('/other', server.url) }, INITIALIZE)).toMatchObject({ status: 404 });
  });

  it('what is no URL is not there either, and the server goes on', async () => {
    const server = await startHttp(await openSandbox());
    const socket = connectSocket(Number(server.url.port), '127.0.0.1');
    // As an image in a web page can ask for it: without an origin.
    socket.write(`GET // HTTP/1.1\r\nHost: ${server.url.host}\r\n\r\n`);
    let said = '';
    for await (const chunk of socket) said += String(chunk);
    expect(said).toMatch(/^HTTP\/1\.1 404 /);
    expect(await post(server, INITIALIZE)).toMatchObject({ status: 200 });
  });

  it('a port that is taken is an error that says so', async () => {
    const sandbox = await openSandbox();
    const { url } = await startHttp(sandbox);
    const { code, stdout } = await sandbox.helve(['mcp', '--http', '--port', url.port]);
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 1, error: 'UNAVAILABLE' });
  });
});
