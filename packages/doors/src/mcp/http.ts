import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { join } from 'node:path';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  type EventStore,
  isLegacyRequest,
  readRequestBody,
  type Server,
} from '@modelcontextprotocol/server';
import { CommandError, parameter, worded } from '@helve/command';
import { ensureToken } from '@helve/settings';
import { parseMessage } from './exact-arguments.ts';
import { refuse } from './guard.ts';
import { HttpSessions } from './http-sessions.ts';

/** A whole file may be an argument. */
const LARGEST_BODY = 32 * 1024 * 1024;

const PATH = '/mcp';

export interface HttpOptions {
  readonly port: number;
  readonly token: string | undefined;
  readonly create: () => Server;
  readonly eventStore?: () => EventStore;
  readonly onError: (error: Error) => void;
}

export interface HttpServing {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The token that clients must send, made when it is first needed, and the file that holds it. */
export function ensureMcpToken(home: string): { readonly token: string; readonly file: string } {
  const file = join(home, 'mcp-token');
  return {
    file,
    token: ensureToken({ path: file, renew: 'and restart: helve creates a new one, which clients must read.' }),
  };
}

/** Serves Streamable HTTP on 127.0.0.1, to clients of any revision of the protocol. */
export async function serveHttp(options: HttpOptions): Promise<HttpServing> {
  const sessions = new HttpSessions(options.create, {
    largestBody: LARGEST_BODY,
    ...(options.eventStore ? { eventStore: options.eventStore } : {}),
  });
  const modern = createMcpHandler(options.create, {
    legacy: 'reject',
    maxRequestBodySize: LARGEST_BODY,
    onerror: options.onError,
  });
  const handle = toNodeHandler(
    { fetch: (request) => route(request, sessions, modern) },
    { maxRequestBodySize: LARGEST_BODY, onerror: options.onError },
  );
  const http = createHttpServer((request, response) => {
    const refusal = refuse(request, { port: portOf(http), path: PATH, token: options.token });
    if (!refusal) {
      handle(request as Parameters<typeof handle>[0], response).catch(options.onError);
      return;
    }
    response.writeHead(refusal.status, {
      'content-type': 'application/json',
      connection: 'close',
      ...(refusal.status === 401 ? { 'www-authenticate': 'Bearer realm="helve"' } : {}),
    });
    response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message: refusal.message }, id: null }));
  });
  await listen(http, options.port);
  return {
    url: `http://127.0.0.1:${portOf(http)}${PATH}`,
    close: async () => {
      const closed = new Promise((resolve) => http.close(resolve));
      await Promise.all([sessions.close(), modern.close()]);
      http.closeAllConnections();
      await closed;
    },
  };
}

async function route(request: Request, sessions: HttpSessions, modern: ReturnType<typeof createMcpHandler>) {
  if (request.method !== 'POST') return sessions.fetch(request, undefined);
  const read = await readRequestBody(request.clone(), LARGEST_BODY);
  const body = read.tooLarge ? undefined : parse(read.text);
  if (body === undefined) return sessions.fetch(request, undefined);
  return (await isLegacyRequest(request, body))
    ? sessions.fetch(request, body)
    : modern.fetch(request, { parsedBody: body });
}

/** What is not JSON is left to the protocol's own answer. */
function parse(text: string): unknown {
  try {
    return parseMessage(text);
  } catch {
    return undefined;
  }
}

function portOf(http: HttpServer): number {
  const address = http.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function listen(http: HttpServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new CommandError('UNAVAILABLE', `Port ${port} is taken`, {
              hint: worded`Leave ${parameter('port')} out to have any free one.`,
            })
          : error,
      );
    });
    http.listen(port, '127.0.0.1', () => resolve());
  });
}
