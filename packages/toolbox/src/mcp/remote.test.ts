import { expect, it } from 'vitest';
import { reply, startEverything, startOddHttp } from './testing/http-server.ts';
import { openBench } from './testing/kit.ts';

it.each(['streamableHttp', 'sse'] as const)('calls the official server over %s', async (transport) => {
  const { server, call } = await openBench();
  const url = await startEverything(transport);
  const remote = server({ type: transport === 'sse' ? 'sse' : 'http', url, headers: {} }, 'every');
  expect((await call(remote, 'echo', { message: 'hi' })).text).toBe('Echo: hi');
  expect(await call(remote, 'get-structured-content', { location: 'Chicago' })).toMatchObject({
    structuredContent: { conditions: expect.any(String) },
  });
  const said: string[] = [];
  const progress = (message: string) => void said.push(message);
  await call(remote, 'trigger-long-running-operation', { duration: 0.1, steps: 2 }, { progress });
  expect(said).toContain('1 of 2');
});

it('sends the headers of its configuration', async () => {
  const { server, call } = await openBench();
  const seen = new Set<string | undefined>();
  const url = await startOddHttp((_, __, { headers }) => {
    seen.add(headers.authorization);
    return false;
  });
  await call(server({ type: 'http', url, headers: { Authorization: 'Bearer t' } }), 'echo');
  expect([...seen]).toEqual(['Bearer t']);
});

it('says that a server wants to know who calls', async () => {
  const { server, call } = await openBench();
  const url = await startOddHttp((_, response) => {
    response.writeHead(401).end();
    return true;
  });
  for (const type of ['http', 'sse'] as const) {
    await expect(call(server({ type, url, headers: {} }), 'echo')).rejects.toMatchObject({
      code: 'AUTH_REQUIRED',
      hint: expect.stringContaining('headers'),
    });
  }
});

it('says that nobody listens', async () => {
  const { server, call } = await openBench();
  for (const type of ['http', 'sse'] as const) {
    await expect(call(server({ type, url: 'http://127.0.0.1:9/mcp', headers: {} }), 'echo')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  }
});

it('gives up on a server that never answers', async () => {
  const { server, call } = await openBench({ connectMs: 500 });
  const url = await startOddHttp(() => true);
  await expect(call(server({ type: 'http', url, headers: {} }), 'echo')).rejects.toMatchObject({ code: 'TIMEOUT' });
});

it('gives up on a call that is never answered', async () => {
  const { server, call } = await openBench();
  const url = await startOddHttp(({ method }) => method === 'tools/call');
  await expect(call(server({ type: 'http', url, headers: {} }), 'echo', {}, { timeoutMs: 300 })).rejects.toMatchObject({
    code: 'TIMEOUT',
  });
});

it('opens another session when the server has forgotten the first', async () => {
  const { server, call } = await openBench();
  let [sessions, forgotten] = [0, false];
  const url = await startOddHttp(({ method }, response) => {
    if (method === 'initialize') sessions++;
    if (method !== 'tools/call' || !forgotten) return false;
    forgotten = false;
    response.writeHead(404).end();
    return true;
  });
  const remote = server({ type: 'http', url, headers: {} });
  await call(remote, 'echo');
  forgotten = true;
  expect((await call(remote, 'echo')).text).toBe('echoed');
  expect(sessions).toBe(2);
});

it.each(['application/json', 'text/event-stream'])('refuses an answer of 50 MB as %s', async (type) => {
  const { server, call } = await openBench();
  const url = await startOddHttp(({ id, method }, response) => {
    if (method !== 'tools/call') return false;
    const answer = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'x'.repeat(50 * 1024 * 1024) }] } };
    response.writeHead(200, { 'content-type': type });
    response.end(type === 'application/json' ? JSON.stringify(answer) : `data: ${JSON.stringify(answer)}\n\n`);
    return true;
  });
  await expect(call(server({ type: 'http', url, headers: {} }), 'echo')).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

it('does not follow a redirect to somewhere else', async () => {
  const { server, call } = await openBench();
  let reached = false;
  const elsewhere = await startOddHttp(() => {
    reached = true;
    return false;
  });
  const url = await startOddHttp((_, response) => {
    response.writeHead(307, { location: elsewhere }).end();
    return true;
  });
  await expect(call(server({ type: 'http', url, headers: {} }), 'echo')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(reached).toBe(false);
});

it('says so when what answers is not MCP', async () => {
  const { server, call } = await openBench();
  const url = await startOddHttp((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>');
    return true;
  });
  await expect(call(server({ type: 'http', url, headers: {} }), 'echo')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it('gives the error that a server answers a call with', async () => {
  const { server, call } = await openBench();
  const url = await startOddHttp(({ id, method }, response) => {
    if (method !== 'tools/call') return false;
    reply(response, { id, error: { code: -32602, message: 'bad arguments' } });
    return true;
  });
  await expect(call(server({ type: 'http', url, headers: {} }), 'echo')).rejects.toMatchObject({
    code: 'TOOL_FAILED',
    message: expect.stringContaining('bad arguments'),
    details: { rpcCode: -32602 },
  });
});
