import { kindOf, readValue, textDecoder } from '../http/answer.ts';
import { callStream } from '../http/call-stream.ts';
import { checkKeys, checkRequest, REQUEST_KEYS } from '../http/check.ts';
import { discoverAtUrl } from '../http/discover.ts';
import { draftRequest } from '../http/draft.ts';
import { Lines } from '../http/lines.ts';
import { parseData, type Received } from '../http/received.ts';
import { send } from '../http/send.ts';
import type { Reply } from '@helve/network';
import type { CallEvent, Host, Protocol, ToolCall } from '../protocol.ts';

const CHUNK_SIZE = 4096;

/** Tools that answer bit by bit. Each bit is told as it comes: a line of NDJSON as its data, text as text. */
export const streamableHttpProtocol: Protocol = {
  type: 'streamable_http',
  discover: discoverAtUrl,

  call: (call, host) =>
    callStream(call, host, async ({ what, received, connect }) => {
      const reply = await send(draftRequest(call.template, call.args), call.template.auth, what, connect);
      const value = await readStream(reply, call, host, received);
      const contentType = reply.headers['content-type'] ?? '';
      return { value, detail: { status: reply.status, contentType, chunks: received.values.length } };
    }),

  check: (template, at, tool) => [
    ...checkKeys(template, at, [...REQUEST_KEYS, 'chunk_size']),
    ...checkRequest(template, at, tool),
  ],
};

async function readStream(reply: Reply, call: ToolCall, host: Host, received: Received): Promise<unknown> {
  const contentType = reply.headers['content-type'] ?? '';
  const tell = call.onEvent ?? (() => {});
  if (/ndjson|jsonl|json-seq|stream\+json/i.test(contentType)) return readLines(reply, received, tell);
  if (kindOf(contentType, Buffer.alloc(0)) === 'binary') return readBytes(reply, contentType, host, received, tell);
  const decoder = textDecoder(contentType);
  const { chunk_size: given } = call.template;
  const size = typeof given === 'number' && given >= 1 ? Math.floor(given) : CHUNK_SIZE;
  const add = (text: string) => {
    for (let start = 0; start < text.length; start += size) {
      const data = text.slice(start, start + size);
      received.add(data, data.length);
      tell({ type: 'chunk', data });
    }
  };
  for await (const chunk of reply.body) add(decoder.decode(chunk, { stream: true }));
  add(decoder.decode());
  return readValue(Buffer.from(received.values.join('')), withoutCharset(contentType), host);
}

/** One value a line. A last line without an end counts too. */
async function readLines(reply: Reply, received: Received, tell: (event: CallEvent) => void): Promise<unknown> {
  const decoder = textDecoder('');
  const lines = new Lines();
  const add = (ended: readonly string[]) => {
    for (const line of ended) {
      // Records of json-seq begin with a separator of their own.
      const text = line.replace(/^\u001E/, '').trim();
      if (text === '') continue;
      const data = parseData(text);
      received.add(data, text.length);
      tell({ type: 'chunk', data });
    }
  };
  for await (const chunk of reply.body) {
    received.reserve(lines.waiting + chunk.length);
    add(lines.read(decoder.decode(chunk, { stream: true })));
  }
  add([...lines.read(decoder.decode()), lines.rest()]);
  return received.values;
}

async function readBytes(
  reply: Reply,
  contentType: string,
  host: Host,
  received: Received,
  tell: (event: CallEvent) => void,
): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of reply.body) {
    received.add(chunk.length, chunk.length);
    chunks.push(chunk);
    tell({ type: 'chunk', bytes: chunk.length });
  }
  return readValue(Buffer.concat(chunks), contentType, host);
}

/** The text was decoded on the way. */
function withoutCharset(contentType: string): string {
  return contentType.split(';')[0] ?? '';
}
