import { randomUUID } from 'node:crypto';
import {
  type EventStore,
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** Sessions beyond this many: the one that was silent the longest is closed. */
const MOST_SESSIONS = 64;

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
}

export interface SessionOptions {
  readonly largestBody: number;
  /** Remembers what was sent, for clients that lost the connection. */
  readonly eventStore?: () => EventStore;
}

/** Clients before 2026-07-28 open a session and name it in a header from then on. */
export class HttpSessions {
  readonly #create: () => Server;
  readonly #options: SessionOptions;
  /** In the order of use. */
  readonly #sessions = new Map<string, Session>();

  constructor(create: () => Server, options: SessionOptions) {
    this.#create = create;
    this.#options = options;
  }

  async fetch(request: Request, body: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    const session = id === null ? undefined : this.#sessions.get(id);
    const parsed = body === undefined ? {} : { parsedBody: body };
    if (id !== null && session) {
      this.#sessions.delete(id);
      this.#sessions.set(id, session);
      return session.transport.handleRequest(request, parsed);
    }
    if (id !== null) return problem(404, -32_001, 'Unknown session; initialize a new one');
    if (request.method === 'POST' && body !== undefined && !opens(body)) {
      return problem(400, -32_000, 'The first request of a session must be initialize');
    }
    return (await this.#open()).handleRequest(request, parsed);
  }

  async close(): Promise<void> {
    const all = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(all.map(({ server }) => server.close()));
  }

  async #open(): Promise<WebStandardStreamableHTTPServerTransport> {
    const server = this.#create();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: this.#options.largestBody,
      ...(this.#options.eventStore ? { eventStore: this.#options.eventStore(), retryInterval: 500 } : {}),
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { transport, server });
        this.#closeSilent();
      },
      onsessionclosed: (id) => {
        this.#sessions.delete(id);
      },
    });
    await server.connect(transport);
    return transport;
  }

  #closeSilent(): void {
    const [oldest] = this.#sessions;
    if (this.#sessions.size <= MOST_SESSIONS || !oldest) return;
    const [id, { server }] = oldest;
    this.#sessions.delete(id);
    server.close().catch(() => {});
  }
}

function opens(body: unknown): boolean {
  return (Array.isArray(body) ? body : [body]).some((message) => isInitializeRequest(message));
}

function problem(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
