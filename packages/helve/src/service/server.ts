import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SERVICE_PORTS } from '@helve/browser/protocol';
import { CommandError, type ErrorReport } from '@helve/command';
import * as v from 'valibot';
import { act } from './actions.ts';
import type { ArgvHost } from './argv.ts';
import { MAX_BODY_BYTES, type Refusal, refusalOf, TOO_LARGE } from './guard.ts';
import { listen } from './listen.ts';
import type { Log } from './log.ts';
import { progressTo } from './progress-lines.ts';
import { parseJsonExactly } from './parse-json.ts';
import { isUtcp } from './utcp-path.ts';
import { writePlainReply } from './plain-reply.ts';
import {
  type ArgvAnswer,
  KEEP_ALIVE_MS,
  PROTOCOL_VERSION,
  REQUEST,
  type ServiceAnswer,
  type ServiceReply,
  type ServiceRequest,
} from './protocol.ts';
import { Questions } from './questions.ts';
import type { Routes } from './routes.ts';

export interface ServerOptions extends ArgvHost {
  /** The port to listen on; 0 for any. Absent: the one before, the first of the usual ones that is free, or any. */
  readonly port?: number | undefined;
  /** Where the service of this home listened last: paired browsers look for it there. */
  readonly portBefore?: number | undefined;
  readonly log: Log;
  /** Another version wants to take our place, and nothing is kept or done here. */
  readonly onLeave: () => void;
  readonly routes?: Routes | undefined;
}

const STOPPING: Refusal = { status: 503, message: 'The service is stopping' };

/** Answers requests on the loopback interface until it is closed. */
export class ServiceServer {
  readonly port: number;
  /** When the last request ended. */
  lastActive = Date.now();
  readonly #http: Server;
  readonly #options: ServerOptions;
  readonly #running = new Map<AbortController, Promise<void>>();
  readonly #questions = new Questions();
  readonly #handOvers = new Map<string, AbortController>();
  /** Commands that are being run; others are still being read, or ask us to leave. */
  #working = 0;
  #closing = false;

  static async open(options: ServerOptions): Promise<ServiceServer> {
    const http = createServer({ headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: KEEP_ALIVE_MS });
    const { port, portBefore } = options;
    await listenOnFirst(http, port === undefined ? [...(portBefore ? [portBefore] : []), ...SERVICE_PORTS, 0] : [port]);
    return new ServiceServer(http, options);
  }

  private constructor(http: Server, options: ServerOptions) {
    this.#http = http;
    this.#options = options;
    this.port = (http.address() as AddressInfo).port;
    http.on('request', (request, response) => this.#receive(request, response));
    http.on('upgrade', (request, socket, head) => {
      const { routes } = this.#options;
      if (routes?.owns(request) && !this.#closing) routes.upgrade(request, socket, head);
      else socket.destroy();
    });
  }

  /** Whether a request is being worked on. */
  get busy(): boolean {
    return this.#running.size > 0;
  }

  /** Takes no more requests, cancels those that run, and answers them. */
  async close(): Promise<void> {
    this.#closing = true;
    const closed = new Promise((resolve) => this.#http.close(resolve));
    this.#options.routes?.close();
    for (const controller of this.#running.keys()) controller.abort();
    await Promise.all(this.#running.values());
    this.#http.closeIdleConnections();
    const late = setTimeout(() => this.#http.closeAllConnections(), 500);
    await closed;
    clearTimeout(late);
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    // A caller that leaves is noticed by the abort signal.
    request.on('error', () => {});
    response.on('error', () => {});
    const { routes } = this.#options;
    if (routes?.owns(request) && !this.#closing) return routes.request(request, response);
    const refusal = refusalOf(request, this.port, this.#options.home);
    if (refusal) {
      this.#options.log('refused', { status: refusal.status, message: refusal.message });
      refuse(response, refusal);
      return;
    }
    if (this.#closing) {
      refuse(response, STOPPING);
      return;
    }
    const controller = new AbortController();
    response.on('close', () => controller.abort());
    const work = this.#answer(request, response, controller.signal)
      .catch((error: Error) => {
        this.#options.log('failed', { message: error.message, stack: error.stack });
        response.destroy();
      })
      .finally(() => {
        this.lastActive = Date.now();
        this.#running.delete(controller);
      });
    this.#running.set(controller, work);
  }

  async #answer(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const body = await readBody(request);
    if (body === undefined) {
      refuse(response, TOO_LARGE);
      return;
    }
    if (isUtcp(request.url)) {
      await this.#answerUtcp(request, response, body, signal);
      return;
    }
    const parsed = parse(body);
    if ('problem' in parsed) {
      send(response, 400, { protocol_version: PROTOCOL_VERSION, id: parsed.id, ok: false, error: parsed.problem });
      return;
    }
    if (parsed.action === 'leave') {
      const leaving = this.#leave();
      await finished(response, () => send(response, 200, replyTo(parsed, { ok: true, data: { leaving } })));
      if (leaving) this.#options.onLeave();
      return;
    }
    if (parsed.action === 'answer') {
      const taken = this.#questions.answer(parsed.params.question, parsed.params.answer);
      send(response, 200, replyTo(parsed, { ok: true, data: { taken } }));
      return;
    }
    if (parsed.action === 'handOver') {
      const running = this.#handOvers.get(parsed.params.request);
      running?.abort();
      send(response, 200, replyTo(parsed, { ok: true, data: { taken: running !== undefined } }));
      return;
    }
    if (this.#closing) {
      refuse(response, STOPPING);
      return;
    }
    this.#working++;
    const progress = progressTo(request, response, parsed.id);
    const answers = parsed.action === 'command.run' ? parsed.params.answers : [];
    const contact = this.#questions.contactOf(request, response, parsed.id, answers, signal);
    const handOver = parsed.action === 'command.run' && parsed.params.handsOver ? new AbortController() : undefined;
    if (handOver) this.#handOvers.set(parsed.id, handOver);
    const answered = await act(this.#options, parsed, { signal, progress, contact, handOver: handOver?.signal });
    this.#handOvers.delete(parsed.id);
    this.#working--;
    await finished(response, () => {
      if (answered.ok && parsed.action === 'argv' && request.headers.accept === 'text/plain') {
        writePlainReply(response, answered.data as ArgvAnswer);
      } else {
        send(response, 200, replyTo(parsed, answered));
      }
    });
  }

  async #answerUtcp(
    { method = '', url = '' }: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<void> {
    const { answerUtcp } = await import('./utcp-door.ts');
    this.#working++;
    const answer = await answerUtcp(this.#options, { method, url, port: this.port, body, signal });
    this.#working--;
    await finished(response, () => {
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  }

  /** From then on nobody is served: they wait for who comes next. */
  #leave(): boolean {
    this.#closing ||= this.#working === 0 && !this.#options.keeper.inUse;
    return this.#closing;
  }
}

/** Listens on the first of these ports that can be had. */
async function listenOnFirst(http: Server, [port = 0, ...others]: readonly number[]): Promise<void> {
  await listen(http, port).catch((thrown: unknown) => {
    if (others.length === 0) throw thrown;
    return listenOnFirst(http, others);
  });
}

/** All of the body, unless it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  // The connection must outlive the loop, to say why it ended.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

interface Problem {
  readonly id: string | null;
  readonly problem: ErrorReport;
}

function parse(body: Buffer): ServiceRequest | Problem {
  let json: unknown;
  try {
    json = parseJsonExactly(body.toString('utf8'));
  } catch (thrown) {
    return problem(null, thrown instanceof CommandError ? thrown.message : 'The request is not JSON');
  }
  const checked = v.safeParse(REQUEST, json);
  if (checked.success) return checked.output;
  const [issue] = checked.issues;
  const { id } = (json ?? {}) as { readonly id?: unknown };
  return problem(typeof id === 'string' ? id : null, `${v.getDotPath(issue) ?? 'The request'}: ${issue.message}`);
}

function problem(id: string | null, message: string): Problem {
  return { id, problem: new CommandError('INVALID_INPUT', message, { retry: 'never' }).report() };
}

/** Refuses without reading on; the connection ends with it. */
function refuse(response: ServerResponse, { status, message }: Refusal): void {
  response.setHeader('Connection', 'close');
  const { code, retry } =
    status === 503
      ? ({ code: 'UNAVAILABLE', retry: 'safe' } as const)
      : ({ code: 'INVALID_INPUT', retry: 'never' } as const);
  send(response, status, { protocol_version: PROTOCOL_VERSION, id: null, ok: false, error: { code, message, retry } });
}

function replyTo({ id }: ServiceRequest, answered: ServiceAnswer): ServiceReply {
  return { protocol_version: PROTOCOL_VERSION, id, ...answered };
}

function send(response: ServerResponse, status: number, reply: ServiceReply): void {
  const body = Buffer.from(`${JSON.stringify(reply)}\n`);
  // It was told of progress already.
  if (response.headersSent) {
    response.end(body);
    return;
  }
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
}

/** Waits until the reply has left, or its reader has. */
function finished(response: ServerResponse, write: () => void): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) {
      resolve();
      return;
    }
    response.on('finish', resolve).on('close', resolve);
    write();
  });
}
