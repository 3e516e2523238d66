type Environment = Readonly<Record<string, string | undefined>>;

/** Names a thing that is kept beyond one call, and says how to make and end it. */
export interface Keepable<Kept> {
  readonly name: string;
  /** `env` is the environment of the process that keeps it. */
  readonly create: (home: string, env: Environment) => Kept;
  readonly dispose: (kept: Kept) => Promise<void>;
  /** Whether it still holds something for its callers; absent: it always does. A service that holds nothing may end. */
  readonly inUse?: (kept: Kept) => boolean;
}

/** The things that the service keeps for all calls it runs: terminal sessions, connections. */
export class Keeper {
  readonly #home: string;
  readonly #env: Environment;
  readonly #kept = new Map<string, Entry>();

  /** `home` is the state folder, for what leaves a trace on disk; `env` may hold settings. */
  constructor(home: string, env: Environment = {}) {
    this.#home = home;
    this.#env = env;
  }

  /** The thing itself, made when it is first asked for. */
  get<Kept>(keepable: Keepable<Kept>): Kept {
    const found = this.#kept.get(keepable.name);
    if (found) return found.value as Kept;
    const value = keepable.create(this.#home, this.#env);
    this.#kept.set(keepable.name, {
      value,
      dispose: () => keepable.dispose(value),
      inUse: () => keepable.inUse?.(value) ?? true,
    });
    return value;
  }

  /** Whether anything that is kept still holds something for its callers. */
  get inUse(): boolean {
    return [...this.#kept.values()].some(({ inUse }) => inUse());
  }

  /** Ends everything that is kept. */
  async close(): Promise<void> {
    const all = [...this.#kept.values()];
    this.#kept.clear();
    await Promise.all(all.map(({ dispose }) => dispose()));
  }
}

interface Entry {
  readonly value: unknown;
  readonly dispose: () => Promise<void>;
  readonly inUse: () => boolean;
}
