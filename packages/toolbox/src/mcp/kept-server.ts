import { setTimeout as delay } from 'node:timers/promises';
import { throwIfAborted } from '@helve/command';
import type { Connection, ConnectionPlan } from './connection.ts';

/** Milliseconds before a server is started again after so many failures in a row; the first time at once. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;

export type KeptPlan = Omit<ConnectionPlan, 'onEnd' | 'signal' | 'provider'> & {
  readonly idleMs: number;
  /** Looked for at each start: a login may have come since the last. */
  readonly findProvider: () => Promise<ConnectionPlan['provider']>;
};

export interface Waiting {
  readonly signal: AbortSignal;
  readonly progress?: ((message: string) => void) | undefined;
}

/** One server that is started when it is needed, again when it died, and closed when nobody uses it. */
export class KeptServer {
  readonly #plan: KeptPlan;
  readonly #ending = new AbortController();
  #connection: Connection | undefined;
  #starting: Promise<Connection> | undefined;
  #failures = 0;
  #mayStartAt = 0;
  #busy = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(plan: KeptPlan) {
    this.#plan = plan;
  }

  get status(): 'connected' | 'starting' | 'failed' | 'stopped' {
    if (this.#connection?.alive) return 'connected';
    if (this.#starting) return 'starting';
    return this.#failures > 0 ? 'failed' : 'stopped';
  }

  get pid(): number | undefined {
    return this.#connection?.alive ? this.#connection.pid : undefined;
  }

  /** Works with the server. It stays for a while afterwards. */
  async use<Value>(waiting: Waiting, work: (connection: Connection) => Promise<Value>): Promise<Value> {
    this.#busy++;
    clearTimeout(this.#idle);
    try {
      const value = await work(await this.#connect(waiting));
      this.#failures = 0;
      return value;
    } finally {
      this.#busy--;
      this.#closeWhenIdle();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    this.#ending.abort();
    const connection = this.#connection ?? (await this.#starting?.catch(() => undefined));
    await connection?.close();
  }

  async #connect(waiting: Waiting): Promise<Connection> {
    for (;;) {
      throwIfAborted(waiting.signal);
      if (this.#connection?.alive) return this.#connection;
      const pause = this.#mayStartAt - performance.now();
      if (this.#starting || pause <= 0) return unlessAborted((this.#starting ??= this.#start()), waiting.signal);
      waiting.progress?.(
        `${this.#plan.name} failed ${this.#failures} times; it is started again in ${Math.ceil(pause)} ms`,
      );
      // A timer may fire a moment early.
      await delay(Math.ceil(pause) + 2, undefined, { signal: waiting.signal }).catch(() => {});
    }
  }

  async #start(): Promise<Connection> {
    try {
      const { Connection } = await import('./connection.ts');
      const connection = await Connection.open({
        ...this.#plan,
        provider: await this.#plan.findProvider(),
        signal: this.#ending.signal,
        onEnd: (ended) => {
          if (this.#connection !== ended) return;
          this.#connection = undefined;
          if (this.#busy > 0) this.#failed();
        },
      });
      this.#connection = connection;
      return connection;
    } catch (thrown) {
      this.#failed();
      throw thrown;
    } finally {
      this.#starting = undefined;
    }
  }

  #failed(): void {
    this.#failures++;
    const wait = this.#failures === 1 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (this.#failures - 2), LONGEST_WAIT_MS);
    this.#mayStartAt = performance.now() + wait;
  }

  #closeWhenIdle(): void {
    if (this.#busy > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      const connection = this.#connection;
      this.#connection = undefined;
      void connection?.close();
    }, this.#plan.idleMs).unref();
  }
}

/** Settles as the work does, but does not wait for it once the signal is aborted. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      try {
        throwIfAborted(signal);
      } catch (thrown) {
        reject(thrown);
      }
    };
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
