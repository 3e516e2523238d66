import type { Readable, Writable } from 'node:stream';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly sessionId?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The DevTools protocol on the pipe of a browser that helve has started without a window. Only the service has it. */
export class Devtools {
  readonly #output: Writable;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #listeners = new Set<(message: Message) => void>();
  #last = 0;

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    let parts: string[] = [];
    input.setEncoding('utf8').on('data', (text: string) => {
      const pieces = text.split('\0');
      for (const piece of pieces.slice(0, -1)) {
        this.#receive(JSON.parse([...parts, piece].join('')) as Message);
        parts = [];
      }
      parts.push(pieces.at(-1) ?? '');
    });
    const end = () => {
      for (const settle of this.#waiting.values()) settle({ error: { message: 'The browser has ended' } });
      this.#waiting.clear();
    };
    input.on('close', end).on('error', end);
    output.on('error', end);
  }

  async send<Result>(method: string, params: object, sessionId?: string): Promise<Result> {
    const id = ++this.#last;
    const answered = new Promise<Message>((resolve) => {
      this.#waiting.set(id, resolve);
    });
    this.#output.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as Result;
  }

  /** What a session reports while something is done. */
  async during(sessionId: string, method: string, work: () => Promise<unknown>): Promise<unknown[]> {
    const seen: unknown[] = [];
    const listen = (message: Message) => {
      if (message.sessionId === sessionId && message.method === method) seen.push(message.params);
    };
    this.#listeners.add(listen);
    await work().finally(() => this.#listeners.delete(listen));
    return seen;
  }

  #receive(message: Message): void {
    if (message.id === undefined) {
      for (const listen of this.#listeners) listen(message);
      return;
    }
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }
}
