import { lookup as systemLookup } from 'node:dns';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, isIP, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type HostRules, isAllowedAddress, isAllowedHost, plainHost } from './host-rules.ts';
import type { Resolve } from './guard.ts';

export type { HostRules } from './host-rules.ts';

/** A proxy for HTTP and, with CONNECT, for everything else. It lets programs reach some hosts only. */
export interface HostProxy {
  /** The port, if it listens on one. */
  readonly port: number | undefined;
  /** Whether anyone has connected to it. */
  readonly used: () => boolean;
  /** The hosts that were asked for and refused. */
  readonly refused: () => readonly string[];
  readonly close: () => void;
}

/** How many refused hosts are kept. */
const MOST_REFUSED = 100;

/**
 * Starts a proxy on a unix socket, or on a port of the loopback. It looks hosts up itself, and connects to the address that it has
 * checked: a name cannot lead to one address for the check and to another for the connection.
 */
export async function openProxy(
  where: { readonly path: string } | { readonly port: number; readonly host: string },
  rules: HostRules,
  resolve: Resolve = systemLookup,
): Promise<HostProxy> {
  const refused = new Set<string>();
  const sockets = new Set<Duplex>();
  let isUsed = false;
  const keep = <T extends Duplex>(socket: T): T => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
    return socket;
  };
  const refuse = (host: string): Refusal => {
    if (refused.size < MOST_REFUSED) refused.add(host.slice(0, 255));
    return new Refusal(403, `The sandbox does not allow connections to ${host}`);
  };

  async function connectTo(target: Target): Promise<Socket> {
    const { host, port } = target;
    if (!isAllowedHost(host, rules)) throw refuse(host);
    const found = isIP(host) === 0 ? await addressesOf(host, resolve) : [host];
    const allowed = found.filter((address) => isAllowedAddress(address, host, rules));
    if (allowed.length === 0) throw refuse(host);
    return keep(await firstConnection(allowed, port));
  }

  async function tunnel(message: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    try {
      const server = await connectTo(targetOf(message.url ?? ''));
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      server.write(head);
      client.pipe(server).pipe(client);
      client.once('close', () => server.destroy());
      server.once('close', () => client.destroy());
    } catch (thrown) {
      const { status, message: text } = toRefusal(thrown);
      const length = Buffer.byteLength(text) + 1;
      client.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${text}\n`);
    }
  }

  async function pass(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = urlOf(message.url ?? '');
      const server = await connectTo({ host: plainHost(url.hostname), port: Number(url.port || 80) });
      const outgoing = request({
        createConnection: () => server,
        method: message.method,
        path: `${url.pathname}${url.search}`,
        headers: { ...forwarded(message.headersDistinct), host: url.host, connection: 'close' },
      });
      outgoing.on('response', (reply) => {
        response.writeHead(reply.statusCode ?? 502, forwarded(reply.headersDistinct));
        reply.pipe(response);
      });
      outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
      response.once('close', () => server.destroy());
      message.pipe(outgoing);
    } catch (thrown) {
      const { status, message: text } = toRefusal(thrown);
      response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(`${text}\n`);
    }
  }

  const server = createServer((message, response) => void pass(message, response))
    .on('connect', (message, client, head) => void tunnel(message, client, head))
    .on('connection', (socket: Socket) => {
      isUsed = true;
      keep(socket);
    });
  await listen(server, where);
  server.unref();
  const address = server.address();
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    used: () => isUsed,
    refused: () => [...refused],
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

interface Target {
  readonly host: string;
  readonly port: number;
}

/** Why a request is not passed on. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

function toRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  return new Refusal(502, `The host cannot be reached: ${(thrown as Error).message}`);
}

/** The host and port of a CONNECT. */
function targetOf(text: string): Target {
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):(\d{1,5})$/i.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new Refusal(400, 'CONNECT needs host:port');
  return { host: plainHost(host), port: Number(port) };
}

function urlOf(text: string): URL {
  const url = /^http:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new Refusal(400, 'A proxy needs a full address: http://host/path');
  return url;
}

/** Headers that concern one connection, not the request. */
const HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'upgrade',
];

function forwarded(headers: NodeJS.Dict<string[]>): NodeJS.Dict<string[]> {
  const named = (headers.connection ?? []).flatMap((value) => value.toLowerCase().split(/\s*,\s*/));
  // How long a body is must stay known on the other side.
  const dropped = new Set([...HOP, ...named.filter((name) => !/^(content-length|transfer-encoding|host)$/.test(name))]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
}

function addressesOf(host: string, resolve: Resolve): Promise<readonly string[]> {
  return new Promise((done, fail) => {
    resolve(host, { all: true }, (error, found) => (error ? fail(error) : done(found.map(({ address }) => address))));
  });
}

async function firstConnection(addresses: readonly string[], port: number): Promise<Socket> {
  let failure: unknown;
  for (const host of addresses) {
    try {
      return await connected(host, port);
    } catch (thrown) {
      failure = thrown;
    }
  }
  throw failure;
}

function connected(host: string, port: number): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ host, port, timeout: 30_000 });
    socket.once('error', fail).once('timeout', () => socket.destroy(new Error('it did not answer')));
    socket.once('connect', () => {
      socket.setTimeout(0).off('error', fail);
      done(socket);
    });
  });
}

function listen(server: Server, where: { readonly path: string } | { readonly port: number }): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail).listen(where, done);
  });
}
