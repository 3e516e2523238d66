/** What waits may be given up: by its caller, or because its time is over. */
export interface Patience {
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  /** What is thrown when the time is over before its turn. */
  readonly late: () => Error;
}

/** Runs what has the same key one after the other, in the order it came. Who gives up leaves the queue at once. */
export class Queue<Key> {
  readonly #last = new Map<Key, Promise<void>>();

  async run<Value>(key: Key, patience: Patience, work: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(key);
    let done = () => {};
    const mine = new Promise<void>((resolve) => {
      done = resolve;
    });
    // Who leaves early is still waited for until those before it are over.
    const turn = before ? before.then(() => mine) : mine;
    this.#last.set(key, turn);
    void this.#forget(key, turn);
    try {
      if (before) await waitFor(before, patience);
      return await work();
    } finally {
      done();
    }
  }

  async #forget(key: Key, turn: Promise<void>): Promise<void> {
    await turn;
    if (this.#last.get(key) === turn) this.#last.delete(key);
  }
}

/** Waits for something that never fails, as long as the caller does. */
export async function waitFor<Value>(awaited: Promise<Value>, { signal, deadline, late }: Patience): Promise<Value> {
  signal.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  try {
    return await Promise.race([
      awaited,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(late()), deadline - Date.now());
        onAbort = () => reject(signal.reason as Error);
        signal.addEventListener('abort', onAbort, { once: true });
      }),
    ]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
