import { isObject } from '@helve/settings';

/** A message of JSON-RPC, as far as it was looked at. */
export interface Message {
  readonly id?: string | number | undefined;
  readonly method?: string | undefined;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string } | undefined;
}

/** A message may have this many bytes. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_HEADER = 8 * 1024;

/** Makes messages of what a server prints. Throws at what is no message: there is no way to find the next one. */
export class MessageReader {
  #held: Buffer = Buffer.alloc(0);
  /** Parts of a message that is not complete, so that a long one is put together once. */
  readonly #parts: Buffer[] = [];
  #missing = 0;

  *take(chunk: Buffer): Generator<Message> {
    if (this.#missing > chunk.length) {
      this.#parts.push(chunk);
      this.#missing -= chunk.length;
      return;
    }
    this.#held = Buffer.concat([...this.#parts.splice(0), this.#held, chunk]);
    this.#missing = 0;
    for (;;) {
      const end = this.#held.indexOf('\r\n\r\n');
      if (end < 0) {
        if (this.#held.length > MOST_HEADER) throw new Error('it prints what is no message');
        return;
      }
      const length = lengthIn(this.#held.subarray(0, end).toString('latin1'));
      const start = end + 4;
      if (this.#held.length < start + length) {
        this.#missing = start + length - this.#held.length;
        this.#parts.push(this.#held);
        this.#held = Buffer.alloc(0);
        return;
      }
      const text = this.#held.subarray(start, start + length).toString('utf8');
      this.#held = this.#held.subarray(start + length);
      yield parse(text);
    }
  }
}

export function encode(message: Message): Buffer {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

function lengthIn(header: string): number {
  const length = Number(/(?:^|\r\n)Content-Length: *(\d+) *(?:\r\n|$)/i.exec(header)?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(length)) throw new Error('it prints what is no message');
  if (length > MOST_BYTES) throw new Error(`it sent a message of ${length} bytes`);
  return length;
}

function parse(text: string): Message {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error('it sent a message that is no object');
  return value;
}
