import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fillReply, type ScriptedReply } from './scripted-reply.ts';
import { anthropicEvents, chatEvents, responsesEvents } from './wire-replies.ts';
import { anthropicComplaint, chatComplaint, responsesComplaint } from './wire-rules.ts';

/** The key that it takes; any other is answered with 401. */
export const TEST_KEY = 'test-key';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it came, to count its bytes. */
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever a wire format holds: tests look into it
  readonly body: any;
}

export interface ModelServer {
  /** For ANTHROPIC_BASE_URL. */
  readonly url: string;
  /** For OPENAI_BASE_URL. */
  readonly openAiUrl: string;
  /** Everything that was asked, also what was refused. */
  readonly requests: readonly ReceivedRequest[];
  /** Adds to what it will answer. */
  readonly say: (...replies: readonly ScriptedReply[]) => void;
  /** Resolves when that many requests have come. */
  readonly received: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Says what to answer to the n-th request, counted from 0. */
export type Script = readonly ScriptedReply[] | ((request: ReceivedRequest, index: number) => ScriptedReply);

const FORMATS = {
  '/v1/messages': { complaint: anthropicComplaint, events: anthropicEvents },
  '/v1/chat/completions': { complaint: chatComplaint, events: chatEvents },
  '/v1/responses': { complaint: responsesComplaint, events: responsesEvents },
} as const;

/**
 * A model on 127.0.0.1 that says what it is told to, in the words of Anthropic's Messages API and of OpenAI's chat
 * completions and responses, and refuses what the real ones refuse.
 */
export async function startModelServer(script: Script = []): Promise<ModelServer> {
  const requests: ReceivedRequest[] = [];
  const queue = typeof script === 'function' ? [] : [...script];
  let answered = 0;
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await receive(incoming);
    requests.push(request);
    for (const check of waiting) check();
    const format = FORMATS[request.path as keyof typeof FORMATS];
    if (!format) return refuse(response, 404, { type: 'not_found_error', message: `no ${request.path}` });
    const key = incoming.headers['x-api-key'] ?? incoming.headers.authorization?.replace('Bearer ', '');
    if (key !== TEST_KEY) return refuse(response, 401, { type: 'authentication_error', message: 'invalid x-api-key' });
    const complaint = format.complaint(request.body);
    if (complaint !== undefined) return refuse(response, 400, { type: 'invalid_request_error', message: complaint });
    const reply = typeof script === 'function' ? script(request, answered) : queue.shift();
    answered++;
    if (!reply) return refuse(response, 400, { type: 'invalid_request_error', message: 'nothing is scripted' });
    if (reply.silence) await Promise.race([reply.silence, once(response, 'close')]);
    if (reply.status !== undefined) {
      return refuse(response, reply.status, reply.error ?? { type: 'api_error', message: 'scripted' }, reply.headers);
    }
    const events = format.events(fillReply(reply, answered), String(request.body.model));
    await stream(response, events, reply);
  }

  return {
    url,
    openAiUrl: `${url}/v1`,
    requests,
    say: (...replies) => void queue.push(...replies),
    received: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (requests.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => {});
    },
  };
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += String(chunk);
  const { url = '', headers } = incoming;
  // Through a proxy the whole address is asked for.
  const path = url.startsWith('http') ? new URL(url).pathname : url;
  return { path, headers, text, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(
  response: ServerResponse,
  status: number,
  error: { readonly type: string; readonly message: string },
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1', ...headers });
  response.end(JSON.stringify({ type: 'error', error: { ...error, code: error.type } }));
}

async function stream(response: ServerResponse, events: readonly string[], reply: ScriptedReply): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...reply.headers });
  if (!reply.drop && !reply.hold && !reply.failHalfway) return void response.end(events.join(''));
  const middle = Math.ceil(events.length / 2);
  response.write(events.slice(0, middle).join(''));
  if (reply.hold) await Promise.race([reply.hold, once(response, 'close')]);
  if (reply.drop) {
    // What was written must be on its way before the connection is cut.
    await new Promise((resolve) => setImmediate(resolve));
    return void response.destroy();
  }
  if (reply.failHalfway) {
    const data = JSON.stringify({ type: 'error', error: { ...reply.failHalfway, code: reply.failHalfway.type } });
    return void response.end(`event: error\ndata: ${data}\n\n`);
  }
  response.end(events.slice(middle).join(''));
}
