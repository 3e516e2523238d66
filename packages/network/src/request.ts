import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { CommandError } from '@helve/command';
import type { Allowances } from './allowances.ts';
import { toFailure } from './failure.ts';
import { checkUrl, guardedLookup, type Resolve } from './guard.ts';
import { unpack } from './unpack.ts';

export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Who is asked for what, for messages: `GET https://api.example.com/pets/{id}`. Holds no secrets. */
  readonly what: string;
}

export interface Reply {
  readonly url: URL;
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  /** Unpacked, as it comes. Whoever leaves off reading closes the connection. */
  readonly body: AsyncIterable<Buffer>;
  /** Closes the connection, for whoever does not read the body. */
  readonly close: () => void;
}

export interface Connect {
  readonly allow: Allowances;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly resolve?: Resolve;
}

const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a request within the rules of the guard. A redirect is followed only within its origin: what was checked, and
 * whom the credentials are for, stays the same.
 */
export async function request(first: Request, connect: Connect): Promise<Reply> {
  let next = first;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const url = checkUrl(next.url, connect.allow);
    const message = await exchange(next, url, connect);
    const { location } = message.headers;
    const status = message.statusCode ?? 0;
    if (!REDIRECTS.has(status) || location === undefined) return toReply(message, url, next.what, connect.signal);
    message.destroy();
    next = redirected(next, url, location, status);
  }
  throw new CommandError('REJECTED', `${first.what}: too many redirects`, {
    hint: `More than ${MOST_REDIRECTS} redirects are not followed; check the address.`,
  });
}

async function exchange(request: Request, url: URL, connect: Connect): Promise<IncomingMessage> {
  const { body, headers, method, what } = request;
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  try {
    return await new Promise<IncomingMessage>((resolve, reject) => {
      const sent: ClientRequest = start(url, {
        method,
        headers: {
          'accept-encoding': 'gzip, br, deflate',
          'user-agent': 'helve',
          ...headers,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
        // A pool would hand out connections that were checked under other rules.
        agent: false,
        lookup: guardedLookup(url, connect.allow, connect.resolve),
        signal: connect.signal,
      });
      sent.once('error', reject);
      sent.once('response', (message) => {
        // What happens to the connection from here on is seen by who reads the message.
        sent.off('error', reject).on('error', () => {});
        message.on('error', () => {});
        resolve(message);
      });
      sent.end(body);
    });
  } catch (thrown) {
    throw toFailure(thrown, what, connect.signal);
  }
}

function redirected(request: Request, from: URL, location: string, status: number): Request {
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (target === undefined || target.origin !== from.origin) {
    const place = target === undefined ? 'nowhere' : target.origin + target.pathname;
    throw new CommandError('REJECTED', `${request.what}: the server redirects to ${place}, another server`, {
      hint: 'Redirects are followed only within one server. If you trust the other, use its address in the template.',
      retry: 'never',
      details: { status, ...(target ? { location: target.href } : {}) },
    });
  }
  const url = target.href;
  const keepsMethod = status === 307 || status === 308 || request.method === 'GET' || request.method === 'HEAD';
  if (keepsMethod) return { ...request, url };
  const { body: _body, headers, ...rest } = request;
  const { 'content-type': _type, ...others } = headers;
  return { ...rest, headers: others, method: 'GET', url };
}

function toReply(message: IncomingMessage, url: URL, what: string, signal: AbortSignal): Reply {
  const stream = unpack(message, what);
  return {
    url,
    status: message.statusCode ?? 0,
    statusText: message.statusMessage ?? '',
    headers: message.headers,
    body: readStream(stream, message, what, signal),
    close: () => message.destroy(),
  };
}

async function* readStream(
  stream: Readable,
  message: IncomingMessage,
  what: string,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (thrown) {
    throw toFailure(thrown, what, signal);
  } finally {
    message.destroy();
  }
}
