import { setTimeout as wait } from 'node:timers/promises';
import { CommandError, throwIfAborted } from '@helve/command';
import { textDecoder } from '../http/answer.ts';
import { callStream, type Streaming } from '../http/call-stream.ts';
import { checkKeys, checkRequest, REQUEST_KEYS } from '../http/check.ts';
import { discoverAtUrl } from '../http/discover.ts';
import { type Draft, draftRequest } from '../http/draft.ts';
import { parseData, type Received } from '../http/received.ts';
import { send } from '../http/send.ts';
import type { Reply } from '@helve/network';
import type { Protocol, ToolCall } from '../protocol.ts';
import { EventReader } from './events.ts';

/** Connections in a row that brought no event. */
const MOST_FRUITLESS = 5;
const RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

/** Tools that answer with a stream of events. Each is told as it comes; the value is the list of their data. */
export const sseProtocol: Protocol = {
  type: 'sse',
  discover: discoverAtUrl,

  call: (call, host) =>
    callStream(call, host, async (streaming) => {
      const connections = await listen(call, streaming);
      const { values } = streaming.received;
      return { value: values, detail: { events: values.length, connections } };
    }),

  check: (template, at, tool) => [
    ...checkKeys(template, at, [...REQUEST_KEYS, 'event_type', 'reconnect', 'retry_timeout']),
    ...checkRequest(template, at, tool),
  ],
};

/** Listens until the stream ends, over several connections if it breaks and the template wants that. */
async function listen(call: ToolCall, { what, received, connect }: Streaming): Promise<number> {
  const draft = draftStream(call);
  const reader = new EventReader();
  let fruitless = 0;
  for (let connections = 1; ; connections += 1) {
    const before = reader.lastId;
    try {
      const reply = await send(resuming(draft, reader.lastId), call.template.auth, what, connect);
      // No content: the server says that there is nothing to come back for.
      if (reply.status === 204) reply.close();
      else await readEvents(reply, reader, call, received);
      return connections;
    } catch (thrown) {
      // Without an id the server would begin anew, and events would come twice.
      const resumes = call.template.reconnect === true && reader.lastId !== '' && isBroken(thrown);
      fruitless = reader.lastId === before ? fruitless + 1 : 0;
      if (!resumes || fruitless > MOST_FRUITLESS || connect.signal.aborted) throw thrown;
    }
    reader.abandon();
    await pause(reader.retryMs ?? call.template.retry_timeout, connect.signal);
  }
}

function draftStream({ template, args }: ToolCall): Draft {
  const bodyField = typeof template.body_field === 'string' ? template.body_field : undefined;
  const holdsBody = bodyField !== undefined && args[bodyField] !== undefined;
  const draft = draftRequest({ http_method: holdsBody ? 'POST' : 'GET', ...template }, args);
  return { ...draft, headers: { ...draft.headers, accept: 'text/event-stream', 'cache-control': 'no-store' } };
}

function resuming(draft: Draft, lastId: string): Draft {
  return lastId === '' ? draft : { ...draft, headers: { ...draft.headers, 'last-event-id': lastId } };
}

async function readEvents(reply: Reply, reader: EventReader, call: ToolCall, received: Received): Promise<void> {
  const decoder = textDecoder('');
  const wanted = call.template.event_type;
  for await (const chunk of reply.body) {
    received.reserve(reader.waiting + chunk.length);
    for (const { event, data, id } of reader.read(decoder.decode(chunk, { stream: true }))) {
      if (typeof wanted === 'string' && wanted !== '' && event !== wanted) continue;
      const value = parseData(data);
      received.add(value, data.length);
      call.onEvent?.({ type: 'event', event, data: value, ...(id === '' ? {} : { id }) });
    }
  }
}

function isBroken(thrown: unknown): boolean {
  return thrown instanceof CommandError && thrown.code === 'UNAVAILABLE';
}

async function pause(milliseconds: unknown, signal: AbortSignal): Promise<void> {
  const asked = typeof milliseconds === 'number' && milliseconds >= 0 ? milliseconds : RETRY_MS;
  try {
    await wait(Math.min(asked, LONGEST_RETRY_MS), undefined, { signal });
  } catch {
    throwIfAborted(signal);
  }
}
