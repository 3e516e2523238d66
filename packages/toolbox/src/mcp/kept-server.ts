import { setTimeout as delay } from 'node:timers/promises';
import { call, CommandError, throwIfAborted, worded } from '@helve/command';
import type { Connection, ConnectionPlan } from './connection.ts';

/** Milliseconds before a server is started again after so many failures in a row; the first time at once. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
/** How long a server that did not answer counts as unavailable: longer each time. */
const FIRST_UNAVAILABLE_MS = 60_000;
const LONGEST_UNAVAILABLE_MS = 15 * 60_000;

export type KeptPlan = Omit<ConnectionPlan, 'onEnd' | 'signal' | 'provider'> & {
  readonly idleMs: number;
  /** Looked for at each start: a login may have come since the last. */
  readonly findProvider: () => Promise<ConnectionPlan['provider']>;
};

export interface Waiting {
  readonly signal: AbortSignal;
  readonly progress?: ((message: string) => void) | undefined;
  /** Start the server also where it counts as unavailable. */
  readonly retry?: boolean | undefined;
}

/** One server that is started when it is needed, again when it died, and closed when nobody uses it. */
export class KeptServer {
  readonly #plan: KeptPlan;
  readonly #ending = new AbortController();
  #connection: Connection | undefined;
  #starting: Promise<Connection> | undefined;
  #startedAt = 0;
  #failures = 0;
  #mayStartAt = 0;
  #hangs = 0;
  #unavailable: { readonly until: number; readonly error: CommandError } | undefined;
  #busy = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(plan: KeptPlan) {
    this.#plan = plan;
  }

  get status(): 'connected' | 'starting' | 'failed' | 'stopped' | 'unavailable' {
    if (this.#connection?.alive) return 'connected';
    if (this.#starting) return 'starting';
    if (this.#unavailable && this.#unavailable.until > performance.now()) return 'unavailable';
    return this.#failures > 0 ? 'failed' : 'stopped';
  }

  /** For how many milliseconds it has been starting. */
  get startingMs(): number {
    return this.#starting ? performance.now() - this.#startedAt : 0;
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
      this.#refuseWhileUnavailable(waiting);
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
    this.#startedAt = performance.now();
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
      this.#hangs = 0;
      this.#unavailable = undefined;
      return connection;
    } catch (thrown) {
      this.#failed();
      if (thrown instanceof CommandError && thrown.code === 'TIMEOUT') this.#hung(thrown);
      throw thrown;
    } finally {
      this.#starting = undefined;
    }
  }

  /** Who waited for a server that does not answer waited long; the next are told at once. */
  #hung(error: CommandError): void {
    const wait = Math.min(FIRST_UNAVAILABLE_MS * 2 ** this.#hangs, LONGEST_UNAVAILABLE_MS);
    this.#hangs++;
    this.#unavailable = { until: performance.now() + wait, error };
  }

  #refuseWhileUnavailable({ retry }: Waiting): void {
    const { until = 0, error } = this.#unavailable ?? {};
    const left = Math.ceil((until - performance.now()) / 1000);
    if (!error || left <= 0 || retry || this.#starting) return;
    throw new CommandError('UNAVAILABLE', `The MCP server ${this.#plan.name} is unavailable: ${error.message}`, {
      hint: worded`helve retries in ${left} s. To retry now: ${call('mcp tools', { toolbox: this.#plan.name, refresh: true })}`,
      retry: 'conditional',
      details: { ...error.details, server: this.#plan.name },
    });
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
