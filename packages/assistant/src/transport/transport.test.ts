import { createServer, request as requestHttp } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anthropicProvider } from '../providers/anthropic/provider.ts';
import { askProvider, QUICK_RETRY, sampleRequest } from '../testing/ask-provider.ts';
import { type Script, startModelServer, TEST_KEY } from '../testing/model-server.ts';
import { proxyFor } from './post.ts';
import { readServerSentEvents } from './sse.ts';

async function start(script: Script, more: object = {}) {
  const server = await startModelServer(script);
  onTestFinished(server.close);
  const endpoint = { name: 'anthropic', baseUrl: server.url, apiKey: TEST_KEY, env: {}, retry: QUICK_RETRY };
  return { server, provider: anthropicProvider({ ...endpoint, ...more }) };
}

describe('a failing provider', () => {
  it.each([
    ['is rate limited', { status: 429, headers: { 'retry-after': '0' } }],
    ['is overloaded', { status: 529, error: { type: 'overloaded_error', message: 'Overloaded' } }],
    ['fails by itself', { status: 500 }],
    ['cuts the connection', { text: 'half', drop: true }],
    ['breaks off', { text: 'half', failHalfway: { type: 'overloaded_error', message: 'Overloaded' } }],
  ])('is asked again when it %s, and what it had said does not count', async (_, failure) => {
    const { provider } = await start([failure, failure, { text: 'whole' }]);
    const { events, answer } = await askProvider(provider);
    expect(answer.content).toEqual([{ type: 'text', text: 'whole' }]);
    expect(events.filter(({ type }) => type === 'retry')).toHaveLength(2);
  });

  it.each([
    ['a wrong key', { apiKey: 'wrong' }, {}, 'AUTH_REQUIRED'],
    ['a bad request', {}, { status: 400 }, 'PROVIDER_FAILED'],
    ['an unknown model', {}, { status: 404 }, 'PROVIDER_FAILED'],
    [
      'a conversation that is too long',
      {},
      { status: 400, error: { type: 'invalid_request_error', message: 'prompt is too long: 3 tokens > 2 maximum' } },
      'CONTEXT_TOO_LONG',
    ],
    ['an empty account', {}, { status: 429, error: { type: 'insufficient_quota', message: 'pay' } }, 'RATE_LIMITED'],
  ])('is not asked again after %s', async (_, more, reply, code) => {
    const { server, provider } = await start(() => reply, more);
    await expect(askProvider(provider)).rejects.toMatchObject({ code });
    expect(server.requests).toHaveLength(1);
  });

  it('is given up after the time that is allowed', async () => {
    const { server, provider } = await start(() => ({ status: 529 }), { retry: { ...QUICK_RETRY, forMs: 0 } });
    await expect(askProvider(provider)).rejects.toMatchObject({ code: 'PROVIDER_FAILED', details: { status: 529 } });
    expect(server.requests).toHaveLength(1);
  });

  it('is asked less and less often, also when it asks for no wait', async () => {
    const failure = { status: 500, headers: { 'retry-after': '0' } };
    const retry = { ...QUICK_RETRY, firstWaitMs: 4, longestWaitMs: 16 };
    const { provider } = await start([failure, failure, failure, failure, { text: 'whole' }], { retry });
    const { events } = await askProvider(provider);
    const waits = events.flatMap((event) => (event.type === 'retry' ? [event.waitMs] : []));
    expect(waits.map((wait, index) => wait >= ([3, 6, 12, 12][index] ?? 0))).toEqual([true, true, true, true]);
  });

  it('is not waited for longer than it asks when that is longer than allowed', async () => {
    const { provider } = await start(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    await expect(askProvider(provider)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterMs: 3_600_000 },
    });
  });

  it('that is not there is tried a few times', async () => {
    const { server, provider } = await start([]);
    await server.close();
    await expect(askProvider(provider)).rejects.toMatchObject({ code: 'PROVIDER_FAILED', retry: 'safe' });
  });

  it('that falls silent is given up', async () => {
    const { provider } = await start(() => ({ text: 'half', hold: new Promise(() => {}) }), {
      idleMs: 50,
      retry: { ...QUICK_RETRY, forMs: 0 },
    });
    await expect(askProvider(provider)).rejects.toMatchObject({ message: expect.stringContaining('Nothing came') });
  });
});

describe('what is no answer', () => {
  /** A server that says always the same. */
  async function saying(status: number, type: string, body: string) {
    let asked = 0;
    const server = createServer((request, response) => {
      asked++;
      request.resume().on('end', () => response.writeHead(status, { 'content-type': type }).end(body));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const retry = { ...QUICK_RETRY, forMs: 0 };
    const provider = anthropicProvider({ name: 'anthropic', baseUrl, apiKey: TEST_KEY, env: {}, retry });
    return { failure: await askProvider(provider).catch((thrown: unknown) => thrown), asked: () => asked };
  }

  it.each([
    ['no JSON', 'data: {no json\n\n'],
    ['other JSON', 'data: null\n\n'],
  ])('%s is a failure of the provider, and no bug of ours', async (_, body) => {
    const { failure } = await saying(200, 'text/event-stream', body);
    expect(failure).toMatchObject({
      code: 'PROVIDER_FAILED',
      message: expect.stringContaining('anthropic sent what cannot be read'),
      retry: 'safe',
    });
  });

  it('a web page is told by its title, and not asked for again', async () => {
    const page = '<html><head>\n<title>Hotel\n Wifi</title></head><body>Log in</body></html>';
    const { failure, asked } = await saying(200, 'text/html; charset=utf-8', page);
    expect(failure).toMatchObject({ message: 'anthropic answered with a web page: Hotel Wifi', retry: 'never' });
    expect(asked()).toBe(1);
    const { failure: refusal } = await saying(503, 'text/html', '<html><h1>Come\nback</h1> later</html>');
    expect(refusal).toMatchObject({ message: 'anthropic answered 503: Come back later' });
  });
});

describe('cancelling', () => {
  it('ends an answer half-way, and the connection with it', async () => {
    const { provider } = await start([{ text: 'half whole', hold: new Promise(() => {}) }]);
    const controller = new AbortController();
    const seen: string[] = [];
    const reading = (async () => {
      for await (const event of provider.stream(sampleRequest(), { signal: controller.signal })) {
        seen.push(event.type);
        if (event.type === 'text') controller.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(seen).toEqual(['usage', 'text']);
  });

  it('ends a wait for another try', async () => {
    const { provider } = await start(() => ({ status: 429, headers: { 'retry-after': '30' } }));
    const controller = new AbortController();
    const reading = (async () => {
      for await (const event of provider.stream(sampleRequest(), { signal: controller.signal })) {
        if (event.type === 'retry') setImmediate(() => controller.abort());
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('a proxy', () => {
  it.each([
    ['https://api.example.com/v1', { HTTPS_PROXY: 'http://proxy:8080' }, 'http://proxy:8080/'],
    ['https://api.example.com/v1', { https_proxy: 'proxy:8080' }, 'http://proxy:8080/'],
    ['http://api.example.com/v1', { HTTPS_PROXY: 'http://proxy:8080' }, undefined],
    ['https://api.example.com/v1', { ALL_PROXY: 'http://proxy:8080' }, 'http://proxy:8080/'],
    ['https://api.example.com/v1', { HTTPS_PROXY: 'http://proxy:8080', NO_PROXY: 'example.com' }, undefined],
    ['https://api.example.com/v1', { HTTPS_PROXY: 'http://proxy:8080', NO_PROXY: 'x, .example.com:443' }, undefined],
    ['https://api.example.com/v1', { HTTPS_PROXY: 'http://proxy:8080', NO_PROXY: 'ample.com' }, 'http://proxy:8080/'],
    ['http://127.0.0.1:11434/v1', { HTTP_PROXY: 'http://proxy:8080' }, undefined],
  ])('for %s with %j is %s', (url, env, proxy) => {
    expect(proxyFor(new URL(url), env)?.href).toBe(proxy);
  });

  it('passes a request on, with its own password', async () => {
    const server = await startModelServer([{ text: 'through' }]);
    onTestFinished(server.close);
    const seen: unknown[] = [];
    const proxy = createServer((incoming, outgoing) => {
      seen.push(incoming.url, incoming.headers['proxy-authorization']);
      const { pathname } = new URL(incoming.url ?? '');
      const passed = requestHttp(`${server.url}${pathname}`, { method: 'POST', headers: incoming.headers }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(outgoing);
      });
      incoming.pipe(passed);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void proxy.close());
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const provider = anthropicProvider({
      name: 'anthropic',
      baseUrl: 'http://model.test',
      apiKey: TEST_KEY,
      env: { HTTP_PROXY: `http://me:s%3Acret@127.0.0.1:${port}` },
    });
    expect((await askProvider(provider)).answer.content).toEqual([{ type: 'text', text: 'through' }]);
    expect(seen).toEqual(['http://model.test/v1/messages', `Basic ${Buffer.from('me:s:cret').toString('base64')}`]);
  });

  it('is asked for a tunnel to a server that is reached over TLS', async () => {
    const asked: unknown[] = [];
    const proxy = createServer().listen(0, '127.0.0.1');
    proxy.on('connect', (request, socket) => {
      asked.push(request.url);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    onTestFinished(() => void proxy.close());
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const provider = anthropicProvider({
      name: 'anthropic',
      baseUrl: 'https://model.test',
      env: { HTTPS_PROXY: `http://127.0.0.1:${port}` },
      retry: QUICK_RETRY,
    });
    await expect(askProvider(provider)).rejects.toMatchObject({ message: expect.stringContaining('403') });
    expect(asked).toEqual(['model.test:443']);
    connect(port, '127.0.0.1').destroy();
  });
});

describe('server-sent events', () => {
  it('are read however they are cut', async () => {
    const stream =
      '\uFEFFevent: a\r\ndata: 1\r\n\r\n: comment\n\ndata:two\ndata: lines\n\nid: 7\rdata: ü🪓\r\rdata: unfinished\n';
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(stream.length)), async (cuts) => {
        const places = [...new Set([0, ...cuts, stream.length])].sort((a, b) => a - b);
        async function* pieces() {
          for (const [index, place] of places.entries()) yield stream.slice(places[index - 1] ?? 0, place);
        }
        const events = [];
        for await (const event of readServerSentEvents(pieces())) events.push(event);
        expect(events).toEqual([
          { event: 'a', data: '1' },
          { event: '', data: 'two\nlines' },
          { event: '', data: 'ü🪓' },
        ]);
      }),
    );
  });
});
