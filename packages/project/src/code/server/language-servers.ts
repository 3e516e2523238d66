import { CommandError, type Confinement, type Keepable, type Place } from '@helve/command';
import type { LanguageServer } from '../find-server.ts';
import { Workspace } from './workspace.ts';

export interface Wanted {
  readonly server: LanguageServer;
  readonly root: string;
  readonly env: Place['env'];
  readonly confinement: Confinement | undefined;
}

const IDLE_MS = 5 * 60_000;
/** How long a server may take to be ready, and how long one that failed is left alone. */
const START_MS = 30_000;
const RETRY_MS = 60_000;

/** The language servers that run: one for each project, server and confinement. */
export class LanguageServers {
  readonly #kept = new Map<string, Kept>();
  #isClosed = false;

  get inUse(): boolean {
    return [...this.#kept.values()].some(({ isRunning }) => isRunning);
  }

  get(wanted: Wanted): Kept {
    if (this.#isClosed) throw new CommandError('UNAVAILABLE', 'The service is stopping', { retry: 'safe' });
    const { server, root, confinement } = wanted;
    const key = JSON.stringify([server, root, confinement]);
    const kept = this.#kept.get(key) ?? new Kept(wanted);
    this.#kept.set(key, kept);
    return kept;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#kept.values()].map((kept) => kept.close()));
  }
}

/** One server: started when it is first needed, and closed when nobody uses it. */
export class Kept {
  readonly #wanted: Wanted;
  #workspace: Workspace | undefined;
  #starting: Promise<Workspace> | undefined;
  #failed: { readonly error: CommandError; readonly until: number } | undefined;
  #ending = new AbortController();
  #users = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  get isRunning(): boolean {
    return this.#starting !== undefined || (this.#workspace !== undefined && !this.#workspace.failure);
  }

  /** Works with the server, or gives undefined where it is not ready within `patienceMs`. */
  async use<Value>(
    patienceMs: number,
    signal: AbortSignal,
    work: (workspace: Workspace) => Promise<Value>,
  ): Promise<Value | undefined> {
    clearTimeout(this.#idle);
    this.#users++;
    try {
      const workspace = await this.#ready(patienceMs, signal);
      return workspace && (await work(workspace));
    } finally {
      if (--this.#users === 0) this.#idle = setTimeout(() => void this.#stop(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    this.#ending.abort();
    await this.#stop();
  }

  async #stop(): Promise<void> {
    const workspace = this.#workspace ?? (await this.#starting?.catch(() => undefined));
    this.#workspace = undefined;
    await workspace?.close();
  }

  async #ready(patienceMs: number, signal: AbortSignal): Promise<Workspace | undefined> {
    if (this.#workspace?.failure) {
      this.#failed = { error: this.#workspace.failure, until: performance.now() + RETRY_MS };
      this.#workspace = undefined;
    }
    if (this.#workspace) return this.#workspace;
    // Whoever comes next is told at once, and does not wait for the same failure again.
    if (this.#failed && performance.now() < this.#failed.until) throw this.#failed.error;
    this.#starting ??= this.#start();
    const starting = this.#starting;
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(late);
        signal.removeEventListener('abort', end);
        resolve(undefined);
      };
      const late = setTimeout(end, patienceMs);
      signal.addEventListener('abort', end, { once: true });
      starting.then(resolve, reject).finally(end);
    });
  }

  async #start(): Promise<Workspace> {
    const limit = AbortSignal.timeout(START_MS);
    try {
      const workspace = await Workspace.open(this.#wanted, AbortSignal.any([limit, this.#ending.signal]));
      this.#workspace = workspace;
      this.#failed = undefined;
      return workspace;
    } catch (thrown) {
      const { name } = this.#wanted.server;
      const error =
        thrown instanceof CommandError
          ? thrown
          : new CommandError('UNAVAILABLE', `The language server ${name} did not start within ${START_MS / 1000} s`, {
              retry: 'conditional',
            });
      this.#failed = { error, until: performance.now() + RETRY_MS };
      throw error;
    } finally {
      this.#starting = undefined;
    }
  }
}

/** The language servers that the service keeps. */
export const languageServers: Keepable<LanguageServers> = {
  name: 'language servers',
  create: () => new LanguageServers(),
  dispose: (servers) => servers.close(),
  inUse: (servers) => servers.inUse,
};
