import type { Pipes } from '../streams.ts';
import { readJsonLines } from '@helve/command';
import { parseMessage } from './exact-arguments.ts';
import { LARGEST_MESSAGE } from './largest-message.ts';
import { type Message, type Params, readMessages, type RequestId } from './message.ts';

/** Errors of JSON-RPC that we answer with. */
export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;
const INVALID_REQUEST = -32_600;
const INTERNAL = -32_603;

/** A request that fails as such, in the protocol's words. */
export class RequestError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Answers a request; what it throws is told to the client. The signal says that nobody waits any more. */
export type Answer = (method: string, params: Params, signal: AbortSignal) => unknown;

type Reply = Extract<Message, { readonly kind: 'reply' }>;

/** JSON-RPC with one client: requests in both directions, each of which may be cancelled by who made it. */
export class PipeConnection {
  readonly #pipes: Pipes;
  readonly #answer: Answer;
  readonly #onError: (error: Error) => void;
  readonly #stop: () => void;
  /** Theirs that we work on, and ours that they do. */
  readonly #theirs = new Map<RequestId, AbortController>();
  readonly #ours = new Map<RequestId, (reply: Reply) => void>();
  readonly #onClosed: () => void;
  #next = 1;
  #isOpen = true;

  constructor(pipes: Pipes, answer: Answer, onClosed: () => void, onError: (error: Error) => void) {
    this.#pipes = pipes;
    this.#answer = answer;
    this.#onClosed = onClosed;
    this.#onError = onError;
    pipes.output.on('error', this.#fail);
    this.#stop = readJsonLines(pipes.input, {
      largest: LARGEST_MESSAGE,
      parse: parseMessage,
      onMessage: (received) => {
        for (const message of readMessages(received)) this.#receive(message);
      },
      onBroken: onError,
      // A script may close its end right after its last request: what can be answered at once still is.
      onEnd: (error) => void setImmediate(this.#fail, error),
    });
  }

  notify(method: string, params: Params): void {
    this.#send({ method, params });
  }

  /** Asks the client; rejects when the signal says so, and tells the client that it need not answer. */
  request(method: string, params: Params, signal: AbortSignal): Promise<unknown> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const cancel = () => {
        this.#ours.delete(id);
        this.notify('notifications/cancelled', { requestId: id });
        reject(signal.reason as Error);
      };
      this.#ours.set(id, ({ result, error }) => {
        signal.removeEventListener('abort', cancel);
        if (error === undefined) resolve(result);
        else reject(new Error(error));
      });
      signal.addEventListener('abort', cancel, { once: true });
      this.#send({ id, method, params });
    });
  }

  /** Nobody is answered any more, and what is being worked on is aborted. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#stop();
    for (const call of this.#theirs.values()) call.abort();
    this.#onClosed();
  }

  readonly #fail = (error?: Error): void => {
    if (error && this.#isOpen) this.#onError(error);
    this.close();
  };

  #receive(message: Message): void {
    switch (message.kind) {
      case 'request':
        if (this.#theirs.has(message.id)) this.#refuse(message.id, 'A request with this id is still running');
        else void this.#work(message.id, message.method, message.params);
        return;
      case 'notification':
        if (message.method === 'notifications/cancelled') {
          this.#theirs.get(message.params.requestId as RequestId)?.abort();
        }
        return;
      case 'reply':
        this.#ours.get(message.id)?.(message);
        this.#ours.delete(message.id);
        return;
      case 'wrong':
        if (message.id === undefined) this.#onError(new Error(message.why));
        else this.#refuse(message.id, message.why);
    }
  }

  #refuse(id: RequestId, why: string): void {
    this.#send({ id, error: { code: INVALID_REQUEST, message: why } });
  }

  async #work(id: RequestId, method: string, params: Params): Promise<void> {
    const call = new AbortController();
    this.#theirs.set(id, call);
    let reply: object;
    try {
      reply = { result: await this.#answer(method, params, call.signal) };
    } catch (thrown) {
      const { message } = thrown as Error;
      reply = {
        error:
          thrown instanceof RequestError
            ? { code: thrown.code, message, ...(thrown.data === undefined ? {} : { data: thrown.data }) }
            : { code: INTERNAL, message },
      };
    }
    this.#theirs.delete(id);
    // Who cancelled does not want to hear of it.
    if (!call.signal.aborted) this.#send({ id, ...reply });
  }

  #send(message: object): void {
    if (this.#isOpen) this.#pipes.output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
