import { once } from 'node:events';
import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { withLimit } from './limit.ts';
import { readBody } from './read-body.ts';
import { type Request, request } from './request.ts';
import { selfSigned } from './self-signed.ts';
import { listen, serve } from './testing.ts';

const forever = new AbortController().signal;

async function fetchText(url: string, more: Partial<Request> = {}, signal = forever): Promise<string> {
  const what = 'test.tool';
  const reply = await request({ method: 'GET', url, headers: {}, what, ...more }, { allow: {}, now: Date.now, signal });
  return (await readBody(reply, what)).toString();
}

async function raw(answer: string): Promise<string> {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(answer));
  });
  return listen(server);
}

describe('servers that fail', () => {
  test('a port where nobody listens', async () => {
    const server = createServer();
    const url = await listen(server);
    server.close();
    await once(server, 'close');
    await expect(fetchText(url)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'test.tool: the server refused the connection',
    });
  });

  test('https where only http is spoken', async () => {
    const { url } = await serve((_request, response) => void response.end());
    await expect(fetchText(url.replace('http:', 'https:'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'test.tool: the server does not speak TLS there',
    });
  });

  test('a certificate that nobody vouches for', async () => {
    const url = await listen(createTlsServer(selfSigned()));
    await expect(fetchText(url.replace('http:', 'https:'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'test.tool: the certificate of the server is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
    });
  });

  test('something that is not HTTP', async () => {
    await expect(fetchText(await raw('SSH-2.0-OpenSSH\r\n'))).rejects.toMatchObject({
      message: 'test.tool: the server does not speak HTTP',
    });
  });

  test('a server that dies in the middle of an answer', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200);
      response.write('some', () => response.destroy());
    });
    await expect(fetchText(url)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'test.tool: the server broke the connection off',
    });
  });

  test('an answer shorter than its content-length', async () => {
    const url = await raw('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort');
    await expect(fetchText(url)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('an answer longer than its content-length is read as far as it says', async () => {
    expect(await fetchText(await raw('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nshortsighted'))).toBe('short');
  });

  test('a server that never answers', async () => {
    const server = createServer(() => {});
    const url = await listen(server);
    const call = withLimit(forever, 50, 'test.tool', (signal) => fetchText(url, {}, signal));
    await expect(call).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'test.tool: no complete response within 50 ms',
    });
  });

  test('a server that drips does not outlast the limit', async () => {
    const { url } = await serve((_request, response) => {
      const timer = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(timer));
    });
    const call = withLimit(forever, 100, 'test.tool', (signal) => fetchText(url, {}, signal));
    await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  test('cancellation closes the connection', async () => {
    const controller = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    const server = createServer((socket) => {
      socket.on('data', () => controller.abort());
      closed = once(socket, 'close');
    });
    const url = await listen(server);
    const call = withLimit(controller.signal, 60_000, 'test.tool', (signal) => fetchText(url, {}, signal));
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    await closed;
  });
});

describe('answers that are too large', () => {
  test('50 MB are refused, and the connection is closed', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const { url } = await serve((_request, response) => {
      closed = once(response, 'close');
      const chunk = Buffer.alloc(1024 * 1024);
      let left = 50;
      const more = () => {
        while (left > 0 && response.write(chunk)) left -= 1;
        if (left > 0) response.once('drain', more);
        else response.end();
      };
      more();
    });
    await expect(fetchText(url)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: 'test.tool: the answer is larger than 10 MB',
    });
    await closed;
  });

  test('a small answer that unpacks to a gigabyte is refused', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const gzip = createGzip();
      gzip.pipe(response);
      const chunk = Buffer.alloc(1024 * 1024);
      let left = 1024;
      const more = () => {
        if (response.destroyed) return;
        while (left > 0 && gzip.write(chunk)) left -= 1;
        if (left > 0) gzip.once('drain', more);
        else gzip.end();
      };
      more();
    });
    await expect(fetchText(url)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });
});

describe('packed answers', () => {
  test.each([
    ['gzip', gzipSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['deflate', deflateSync('hello')],
    ['gzip, br', brotliCompressSync(gzipSync('hello'))],
    ['identity', Buffer.from('hello')],
  ])('%s', async (encoding, bytes) => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
    });
    expect(await fetchText(url)).toBe('hello');
  });

  test.each([
    ['gzip', 'is not compressed as its headers say'],
    ['br', 'is not compressed as its headers say'],
    ['zstd', 'uses a compression that helve cannot read'],
    ['gzip, gzip, gzip', 'uses a compression that helve cannot read'],
  ])('%s that is not', async (encoding, says) => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end('hello, this is plain');
    });
    await expect(fetchText(url)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `test.tool: the response ${says}`,
    });
  });
});

describe('redirects', () => {
  test('are followed on the same server, with the headers', async () => {
    const { url, seen } = await serve(({ url }, response) => {
      if (url === '/new') response.end('here');
      else response.writeHead(302, { location: '/new' }).end();
    });
    expect(await fetchText(`${url}/old`, { headers: { authorization: 'Bearer x' } })).toBe('here');
    expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/old', 'Bearer x'],
      ['/new', 'Bearer x'],
    ]);
  });

  test.each([
    [303, 'GET', ''],
    [302, 'GET', ''],
    [307, 'POST', 'data'],
    [308, 'POST', 'data'],
  ])('after %i a POST goes on as %s', async (status, method, body) => {
    const { url, seen } = await serve(({ url }, response) => {
      if (url === '/new') response.end('here');
      else response.writeHead(status, { location: '/new' }).end();
    });
    expect(await fetchText(url, { method: 'POST', body: 'data' })).toBe('here');
    expect(seen[1]).toMatchObject({ method, body, url: '/new' });
  });

  test('to another server are refused, and that server hears nothing', async () => {
    const other = await serve((_request, response) => void response.end('secret'));
    const { url } = await serve((_request, response) => {
      response.writeHead(302, { location: `${other.url}/x?token=abc` }).end();
    });
    await expect(fetchText(url)).rejects.toMatchObject({
      code: 'REJECTED',
      message: `test.tool: the server redirects to ${other.url}/x, another server`,
    });
    expect(other.seen).toEqual([]);
  });

  test('in a circle end', async () => {
    const { url, seen } = await serve((_request, response) => void response.writeHead(302, { location: '/' }).end());
    await expect(fetchText(url)).rejects.toMatchObject({ message: 'test.tool: too many redirects' });
    expect(seen).toHaveLength(6);
  });

  test('to what is no address are refused', async () => {
    const { url } = await serve((_request, response) => void response.writeHead(302, { location: 'http://[' }).end());
    await expect(fetchText(url)).rejects.toMatchObject({ code: 'REJECTED' });
  });
});
