import { type ClientRequest, type ClientRequestArgs, type IncomingMessage, request as requestHttp } from 'node:http';
import type { Socket } from 'node:net';
import { CommandError } from '@helve/command';
import { parseAddress } from './address.ts';

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostOptions {
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which the other end counts as gone. */
  readonly idleMs: number;
  /** For the proxy. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Reply {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** The body as it comes. Fails when the connection does. */
  readonly text: AsyncIterable<string>;
}

/** Sends a body and gives the reply once its head is there. Node's own client, because fetch takes 150 ms to load. */
export async function post({ url, headers, body }: Post, options: PostOptions): Promise<Reply> {
  const bytes = Buffer.from(body);
  const request = await open(url, { ...headers, 'content-length': String(bytes.length) }, options);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    let current: ClientRequest | IncomingMessage = request;
    const stop = () => current.destroy(new Error('aborted'));
    const done = () => options.signal.removeEventListener('abort', stop);
    // Not the client's own `signal`: Node 20 lets the error of a connection that is done already go uncaught.
    options.signal.addEventListener('abort', stop, { once: true });
    request.setTimeout(options.idleMs, () => current.destroy(idle(options.idleMs)));
    request.on('error', reject).on('response', (answering) => {
      current = answering;
      answering.on('end', done);
      resolve(answering);
    });
    request.on('close', done);
    if (options.signal.aborted) stop();
    else request.end(bytes);
  });
  // Whoever reads it is told of an error; before somebody does, or after, there is nobody to tell.
  response.on('error', () => {}).setEncoding('utf8');
  return {
    status: response.statusCode ?? 0,
    header: (name) => response.headers[name]?.toString(),
    text: response as AsyncIterable<string>,
  };
}

function idle(idleMs: number): CommandError {
  return new CommandError('PROVIDER_FAILED', `Nothing came from the provider for ${idleMs} ms`, { retry: 'safe' });
}

async function open(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { signal, env }: PostOptions,
): Promise<ClientRequest> {
  const proxy = proxyFor(url, env);
  const options = { method: 'POST', headers: { ...headers } };
  if (url.protocol === 'http:') {
    return proxy
      ? requestHttp({ ...addressOf(proxy, { ...headers, host: url.host }), method: 'POST', path: url.href })
      : requestHttp(url, options);
  }
  const { request } = await import('node:https');
  if (!proxy) return request(url, options);
  const [{ connect }, socket] = await Promise.all([import('node:tls'), tunnel(proxy, url, signal)]);
  const secure = () => connect({ socket, servername: url.hostname, ALPNProtocols: ['http/1.1'] });
  // Without an agent: with one, Node would open a connection of its own.
  return request(url, { ...options, defaultPort: 443, createConnection: secure });
}

/** A connection through the proxy to the server itself. */
function tunnel(proxy: URL, { hostname, port }: URL, signal: AbortSignal): Promise<Socket> {
  const target = `${hostname}:${port || 443}`;
  return new Promise((resolve, reject) => {
    requestHttp({ ...addressOf(proxy, { host: target }), method: 'CONNECT', path: target, signal })
      .on('connect', ({ statusCode }, socket: Socket) => {
        if (statusCode === 200) resolve(socket);
        else
          reject(new CommandError('PROVIDER_FAILED', `The proxy ${proxy.host} refused ${target} with ${statusCode}`));
      })
      .on('error', reject)
      .end();
  });
}

function addressOf(
  { hostname, port, username, password }: URL,
  headers: Readonly<Record<string, string>>,
): Pick<ClientRequestArgs, 'host' | 'port' | 'headers'> {
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return {
    host: hostname,
    port: port || 80,
    headers:
      username === ''
        ? { ...headers }
        : { ...headers, 'proxy-authorization': `Basic ${credentials.toString('base64')}` },
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy that the environment names for an address, if any. This machine itself is never reached through one. */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  if (isLoopback(url.hostname) || isExcepted(url, variable(env, 'no_proxy'))) return undefined;
  const named = variable(env, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? variable(env, 'all_proxy');
  if (named === undefined) return undefined;
  return parseAddress(/^https?:/.test(named) ? named : `http://${named}`, 'the proxy');
}

function variable(env: Environment, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

/** NO_PROXY: hosts, with all that end in them, and with a port if need be; `*` is everything. */
function isExcepted({ hostname, port, protocol }: URL, list = ''): boolean {
  const actual = port || (protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const [, host = '', wantedPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
    const fits = hostname === host || hostname.endsWith(`.${host}`);
    return fits && (wantedPort === undefined || wantedPort === actual);
  });
}
