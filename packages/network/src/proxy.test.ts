import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer as createTcp } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Resolve } from './guard.ts';
import { isAllowedAddress, isAllowedHost } from './host-rules.ts';
import { type HostRules, openProxy } from './proxy.ts';

/** Names of a public system, one of which changes its answer. */
const resolve: Resolve = (name, _, callback) => {
  if (name === 'missing.test') return callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
  const address = { 'private.test': '10.0.0.1', 'rebinding.test': '127.0.0.1', localhost: '127.0.0.1' }[name];
  return callback(null, [{ address: address ?? '127.0.0.1', family: 4 }]);
};

async function open(rules: HostRules) {
  const asked: IncomingMessage[] = [];
  const server = createServer((message, response) => {
    asked.push(message);
    message.on('data', () => {}).on('end', () => response.end('reached'));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const proxy = await openProxy({ port: 0, host: '127.0.0.1' }, rules, resolve);
  onTestFinished(() => {
    proxy.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Sends these lines to the proxy; what comes back until it closes the connection. */
  const send = (...lines: string[]) =>
    new Promise<string>((done, fail) => {
      let answer = '';
      const socket = connect(proxy.port ?? 0, '127.0.0.1', () => socket.write(lines.join('\r\n')));
      socket.on('data', (text) => (answer += text)).on('error', fail);
      socket.on('close', () => done(answer));
    });
  const get = (url: string, ...headers: string[]) =>
    send(`GET ${url} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', '');
  return { proxy, port, asked, send, get };
}

describe('a proxy for allowed hosts', () => {
  it('passes requests on to an allowed host, with the host of the address', async () => {
    const { get, port, asked, proxy } = await open({ hosts: ['localhost'] });
    expect(proxy.used()).toBe(false);
    expect(await get(`http://localhost:${port}/a?b`, 'X-Own: 1', 'Proxy-Authorization: x')).toMatch(
      /200 OK[\s\S]*reached/,
    );
    const { url, headers } = asked.at(-1) ?? {};
    expect([url, headers?.host, headers?.['x-own'], headers?.['proxy-authorization']]).toEqual([
      '/a?b',
      `localhost:${port}`,
      '1',
      undefined,
    ]);
    expect([proxy.used(), proxy.refused()]).toEqual([true, []]);
  });

  it('tunnels to an allowed host', async () => {
    const { send, port } = await open({ hosts: ['127.0.0.1'] });
    const answer = await send(
      `CONNECT 127.0.0.1:${port} HTTP/1.1`,
      '',
      '',
      'GET /t HTTP/1.1',
      'Host: x',
      'Connection: close',
      '',
      '',
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 Connection Established\r\n\r\nHTTP\/1.1 200 OK[\s\S]*reached/);
  });

  it.each([
    ['evil.test', { hosts: ['good.test'] }],
    ['notgood.test', { hosts: ['good.test'] }],
    ['good.test.evil.test', { hosts: ['good.test'] }],
    ['bad.good.test', { hosts: ['good.test'], except: ['bad.good.test'] }],
    ['deep.bad.good.test', { hosts: ['*'], except: ['bad.good.test'] }],
    // Names that lead to this machine or a private network.
    ['rebinding.test', { hosts: ['rebinding.test'] }],
    ['private.test', { hosts: ['*'] }],
    ['localhost', { hosts: ['*'] }],
    ['127.0.0.1', { hosts: ['*'] }],
    ['127.0.0.1', { hosts: ['0.0.1', '1'] }],
    ['169.254.169.254', { hosts: ['*'] }],
    ['0.0.0.0', { hosts: ['*'] }],
    ['[::1]', { hosts: ['*'] }],
    ['[::ffff:127.0.0.1]', { hosts: ['*'] }],
    ['2130706433', { hosts: ['*'] }],
    ['127.1', { hosts: ['*'] }],
    ['LOCALHOST.', { hosts: ['*'] }],
  ])('refuses %s under %j, in both ways, and records it', async (host, rules) => {
    const { send, get, port, proxy, asked } = await open(rules);
    expect(await send(`CONNECT ${host}:${port} HTTP/1.1`, '', '')).toMatch(/^HTTP\/1.1 403 /);
    expect(proxy.refused()).toHaveLength(1);
    expect(await get(`http://${host}:${port}/`)).toMatch(/^HTTP\/1.1 403 /);
    expect(asked).toEqual([]);
  });

  it('judges each request of a connection', async () => {
    const { send, port, proxy } = await open({ hosts: ['localhost'] });
    const answer = await send(
      `GET http://localhost:${port}/ HTTP/1.1`,
      'Host: x',
      '',
      `GET http://evil.test/ HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      '',
      '',
    );
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403']);
    expect(proxy.refused()).toEqual(['evil.test']);
  });

  it.each([
    ['CONNECT localhost HTTP/1.1', []],
    ['CONNECT localhost:99999 HTTP/1.1', []],
    ['CONNECT good.test@localhost:1 HTTP/1.1', []],
    ['CONNECT localhost:1/x:2 HTTP/1.1', []],
    ['GET /path HTTP/1.1', ['Host: localhost']],
    ['GET https://localhost/ HTTP/1.1', ['Host: localhost']],
    ['GET ftp://localhost/ HTTP/1.1', ['Host: localhost']],
    ['POST http://localhost/ HTTP/1.1', ['Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked']],
  ])('answers %s with an error', async (line, headers) => {
    const { send } = await open({ hosts: ['localhost'] });
    expect(await send(line, ...headers, 'Connection: close', '', '')).toMatch(/^HTTP\/1.1 400 /);
  });

  it('reports a host that cannot be found without calling it refused', async () => {
    const { get, proxy } = await open({ hosts: ['missing.test'] });
    expect(await get('http://missing.test/')).toMatch(/^HTTP\/1.1 502 /);
    expect(proxy.refused()).toEqual([]);
  });

  it('ends its connections when it is closed', async () => {
    const { send, proxy } = await open({ hosts: ['localhost'] });
    const silent = createTcp(() => proxy.close()).listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await new Promise((done) => silent.once('listening', done));
    await send(`CONNECT localhost:${(silent.address() as AddressInfo).port} HTTP/1.1`, '', '', 'x');
    expect(proxy.refused()).toEqual([]);
  });
});

it('rules cover hosts with their subdomains, and addresses one by one', () => {
  const rules = { hosts: ['Good.test', '10.0.0.5'] };
  expect(
    ['good.test', 'a.good.test', 'bad.test', '10.0.0.5', '1.10.0.0.5'].map((host) => isAllowedHost(host, rules)),
  ).toEqual([true, true, false, true, false]);
  expect(isAllowedAddress('10.0.0.5', '10.0.0.5', rules)).toBe(true);
  expect(isAllowedAddress('10.0.0.5', 'good.test', rules)).toBe(false);
  expect(isAllowedAddress('93.184.216.34', 'good.test', rules)).toBe(true);
});
