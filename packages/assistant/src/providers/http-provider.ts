import { CommandError } from '@helve/command';
import type { ModelEvent, ModelRequest, Provider } from '../model/provider.ts';
import { answeredByPage, type OutputLimit, refused, unreadable } from '../transport/failure.ts';
import { parseAddress } from '../transport/address.ts';
import { post } from '../transport/post.ts';
import { DEFAULT_RETRY, type RetryPolicy, withRetry } from '../transport/retry.ts';
import { readServerSentEvents, type ServerSentEvent } from '../transport/sse.ts';

/** Where a provider is, and how it is asked. */
export interface Endpoint {
  readonly name: string;
  /** Up to and without the path of the request: https://api.anthropic.com */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For the proxy. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly retry?: RetryPolicy | undefined;
  /** Milliseconds of silence after which an answer counts as lost. */
  readonly idleMs?: number | undefined;
}

/** What differs from one wire format to the next. */
export interface WireFormat {
  /** Whether it has a search of the web of its own. */
  readonly searches?: boolean;
  readonly path: string;
  readonly headers: (endpoint: Endpoint) => Readonly<Record<string, string>>;
  readonly body: (request: ModelRequest) => object;
  readonly decode: (events: AsyncIterable<ServerSentEvent>, provider: string) => AsyncIterable<ModelEvent>;
}

const IDLE_MS = 120_000;

/** A provider that is asked over HTTP and answers as a stream of events. */
export function httpProvider(format: WireFormat, endpoint: Endpoint): Provider {
  const { name } = endpoint;
  /** What models were found to give at most. */
  const limits = new Map<string, number>();
  const url = parseAddress(`${endpoint.baseUrl.replace(/\/+$/, '')}${format.path}`, name);
  return {
    name,
    searches: format.searches === true,
    stream: (request, { signal }) => streamWithin(request, signal),
  };

  /** Asks again for a shorter answer where the provider does not give one as long as was asked for. */
  async function* streamWithin(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const { model } = request;
    let most = Math.min(request.maxOutput ?? model.maxOutput, limits.get(model.id) ?? Number.POSITIVE_INFINITY);
    for (;;) {
      const body = JSON.stringify(format.body({ ...request, maxOutput: most }));
      try {
        yield* withRetry(name, () => ask(body, signal), endpoint.retry ?? DEFAULT_RETRY, signal);
        return;
      } catch (thrown) {
        const limit = outputLimitOf(thrown);
        if (limit === undefined || limit.tokens >= most) throw thrown;
        most = limit.tokens;
        if (!limit.once) limits.set(model.id, most);
      }
    }
  }

  async function* ask(body: string, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const headers = { 'content-type': 'application/json', ...format.headers(endpoint), ...endpoint.headers };
    const reply = await post({ url, headers, body }, { signal, idleMs: endpoint.idleMs ?? IDLE_MS, env: endpoint.env });
    if (reply.status !== 200) {
      throw refused(name, { status: reply.status, header: reply.header, body: await whole(reply.text) });
    }
    if (reply.header('content-type')?.startsWith('text/html')) throw answeredByPage(name, await whole(reply.text));
    let ended = false;
    try {
      for await (const event of format.decode(readServerSentEvents(reply.text), name)) {
        ended ||= event.type === 'end';
        yield event;
      }
    } catch (thrown) {
      throw unreadable(name, thrown);
    }
    if (!ended)
      throw new CommandError('PROVIDER_FAILED', `${name} disconnected in the middle of an answer`, { retry: 'safe' });
  }
}

function outputLimitOf(thrown: unknown): OutputLimit | undefined {
  return thrown instanceof CommandError ? (thrown.details?.outputLimit as OutputLimit | undefined) : undefined;
}

async function whole(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}
