import { StringDecoder } from 'node:string_decoder';
import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/client';

/** Who is told what a server's output holds. */
export interface MessageSink {
  readonly message: (message: JSONRPCMessage) => void;
  /** A line that is no message: servers print log lines where only messages belong. */
  readonly noise: (line: string) => void;
  /** A line longer than any that is accepted; its beginning and end, for what they tell. */
  readonly tooLong: (head: string, tail: string, bytes: number) => void;
}

/** Bytes of the beginning and the end of a line that is too long. */
const EDGE = 4096;

/** Makes messages of a stream of lines, and holds no more of it than `limit` bytes. */
export class MessageReader {
  readonly #sink: MessageSink;
  readonly #limit: number;
  #decoder = new StringDecoder('utf8');
  #parts: string[] = [];
  #bytes = 0;
  #head = '';
  #tail = '';

  constructor(sink: MessageSink, limit: number) {
    this.#sink = sink;
    this.#limit = limit;
  }

  take(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      this.#add(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  #add(bytes: Buffer): void {
    const text = this.#decoder.write(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes <= this.#limit) {
      this.#parts.push(text);
      return;
    }
    if (this.#parts.length > 0) {
      const before = this.#parts.join('');
      this.#head = before.slice(0, EDGE);
      this.#tail = before.slice(-EDGE);
      this.#parts = [];
    }
    if (this.#head === '') this.#head = text.slice(0, EDGE);
    this.#tail = (this.#tail + text.slice(-EDGE)).slice(-EDGE);
  }

  #endLine(): void {
    const line = (this.#parts.join('') + this.#decoder.end()).trim();
    const [head, tail, bytes] = [this.#head, this.#tail, this.#bytes];
    this.#decoder = new StringDecoder('utf8');
    this.#parts = [];
    this.#bytes = 0;
    this.#head = '';
    this.#tail = '';
    if (bytes > this.#limit) this.#sink.tooLong(head, tail, bytes);
    else if (line !== '') this.#read(line);
  }

  #read(line: string): void {
    // Something printed without a newline may stand before the message.
    const start = line.startsWith('{') || line.startsWith('[') ? 0 : line.indexOf('{"');
    const messages = start < 0 ? undefined : parseMessages(line.slice(start));
    if (start !== 0) this.#sink.noise(messages ? line.slice(0, start) : line);
    else if (!messages) this.#sink.noise(line);
    for (const message of messages ?? []) this.#sink.message(message);
  }
}

/** One message, or several that were sent together; undefined for anything else. */
function parseMessages(text: string): readonly JSONRPCMessage[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    return all.map((item) => parseJSONRPCMessage(item));
  } catch {
    return undefined;
  }
}
