import { createHash } from 'node:crypto';
import { CommandError, type Confinement, type Keepable, type Place } from '@helve/command';
import type { Connection } from './connection.ts';
import { KeptServer, type Waiting } from './kept-server.ts';
import { readAllowances } from '../allowances.ts';
import { confinementFor, type Server, type ServerConfig } from './server.ts';
import { writeCachedTools } from './tool-cache.ts';

export interface ConnectionsOptions {
  readonly home: string;
  readonly now?: () => number;
  /** How long a server may take to be ready. */
  readonly connectMs?: number;
  /** How long a server that nobody uses is kept. */
  readonly idleMs?: number;
}

export type UsableServer = Server & { readonly config: ServerConfig };

/** Who uses a server: its environment holds what a server is started with. */
export interface User extends Waiting {
  readonly place: Pick<Place, 'env'>;
  /** What servers that others chose are confined to. One that is started for it serves nobody with another. */
  readonly confinement?: Confinement | undefined;
}

const CONNECT_MS = 30_000;
const IDLE_MS = 10 * 60_000;

/** The MCP servers of one process: each is started at its first use and shared by all that use it in the same folder. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #servers = new Map<string, KeptServer>();
  #closed = false;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** Whether any server runs. */
  get inUse(): boolean {
    return [...this.#servers.values()].some(({ status }) => status === 'connected' || status === 'starting');
  }

  /** Works with a server. Where it turns out to be gone before anything reached it, it is started afresh, once. */
  async use<Value>(server: UsableServer, user: User, work: (connection: Connection) => Promise<Value>): Promise<Value> {
    const kept = this.#get(server, user);
    try {
      return await kept.use(user, work);
    } catch (thrown) {
      const untouched = thrown instanceof CommandError && thrown.code === 'UNAVAILABLE' && thrown.retry === 'safe';
      if (!untouched || this.#closed) throw thrown;
      return kept.use(user, work);
    }
  }

  state(server: Server): { readonly status: KeptServer['status']; readonly pid?: number } {
    const started = [...this.#servers].filter(([key]) => key.startsWith(keyOf(server))).map(([, kept]) => kept);
    const kept = started.find(({ status }) => status === 'connected') ?? started[0];
    const pid = kept?.pid;
    return { status: kept?.status ?? 'stopped', ...(pid === undefined ? {} : { pid }) };
  }

  /** For how many milliseconds a server has been starting. */
  startingMs(server: Server): number {
    return this.#servers.get(keyOf(server))?.startingMs ?? 0;
  }

  /** Ends every server. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#servers.values()].map((kept) => kept.close()));
  }

  #get(server: UsableServer, { place: { env }, confinement: given }: User): KeptServer {
    if (this.#closed) throw new CommandError('UNAVAILABLE', 'The service is stopping', { retry: 'safe' });
    const confinement = confinementFor(server, given);
    const key = `${keyOf(server)} ${JSON.stringify(confinement)}`;
    let kept = this.#servers.get(key);
    if (!kept) {
      kept = this.#create(server, env, confinement);
      this.#servers.set(key, kept);
    }
    return kept;
  }

  #create(server: UsableServer, env: Place['env'], confinement: Confinement | undefined): KeptServer {
    const { home, now = Date.now, connectMs = CONNECT_MS, idleMs = IDLE_MS } = this.#options;
    const { name, config, folder } = server;
    return new KeptServer({
      name,
      config,
      folder,
      env,
      confinement,
      connectMs,
      idleMs,
      now,
      findProvider: async () =>
        config.type === 'stdio'
          ? undefined
          : (await import('./login/provider.ts')).storedProvider(home, name, config.url),
      allow: readAllowances(home),
      onTools: (list) => writeCachedTools(home, server, list),
    });
  }
}

/** The MCP servers that the service keeps. */
export const mcpConnections: Keepable<Connections> = {
  name: 'mcp connections',
  create: (home) => new Connections({ home }),
  dispose: (connections) => connections.close(),
  inUse: (connections) => connections.inUse,
};

function keyOf({ name, config, folder }: Server): string {
  return createHash('sha256')
    .update(JSON.stringify([name, config, folder]))
    .digest('hex');
}
