import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { ListSessionsResponse } from '@agentclientprotocol/sdk';
import { CommandError, runCommand } from '@helve/command';
import { Keeper } from '@helve/command/host';
import type { Client } from '../client/client.ts';
import type { AcpHost } from '../host.ts';
import { Session, type SessionRequest } from './session.ts';

/** Sessions on one page of a list. */
const PAGE = 50;

/** The sessions that a client has open. */
export class Sessions {
  readonly #host: AcpHost;
  readonly #keeper: Keeper;
  readonly #open = new Map<string, Session>();
  readonly #opening = new Set<Promise<Session>>();

  constructor(host: AcpHost) {
    this.#host = host;
    this.#keeper = new Keeper(host.home, host.env);
  }

  /** Opens a session, new or resumed. One that is open already starts afresh from its log. */
  async open(client: Client, request: SessionRequest): Promise<Session> {
    for (const folder of [request.cwd, ...request.folders]) requireFolder(folder);
    if (request.resume !== undefined) await this.close(request.resume);
    const opening = Session.open({ host: this.#host, client, keeper: this.#keeper }, request);
    this.#opening.add(opening);
    try {
      const session = await opening;
      this.#open.set(session.id, session);
      return session;
    } finally {
      this.#opening.delete(opening);
    }
  }

  get(id: string): Session {
    const session = this.#open.get(id);
    if (session) return session;
    throw new CommandError('NOT_FOUND', `There is no open session ${JSON.stringify(id)}`, {
      hint: 'Load or resume it first.',
    });
  }

  /** Closes a session if it is open. */
  async close(id: string): Promise<void> {
    const session = this.#open.get(id);
    this.#open.delete(id);
    await session?.close();
  }

  async list(cwd: string | undefined, cursor: string | undefined): Promise<ListSessionsResponse> {
    const from = cursor === undefined ? 0 : Number(cursor);
    if (!Number.isInteger(from) || from < 0) {
      throw new CommandError('INVALID_INPUT', `There is no page ${JSON.stringify(cursor)} of the list`, {
        hint: 'Start without a cursor.',
      });
    }
    const { registry, createCaller, env, home } = this.#host;
    const caller = await createCaller(registry, {
      cwd: cwd ?? this.#host.cwd,
      env,
      home,
      mode: 'bypassPermissions',
      defaultMode: 'bypassPermissions',
      defaultModeSource: 'the client',
      by: 'person',
    });
    const input = { all: cwd === undefined, limit: from + PAGE };
    const { data } = await runCommand(await registry.get('session list'), input, caller);
    const { sessions, total } = data as {
      readonly sessions: readonly { readonly id: string; cwd: string; title: string; updatedAt: string }[];
      readonly total: number;
    };
    return {
      sessions: sessions.slice(from).map(({ id, title, updatedAt, ...rest }) => ({
        sessionId: id,
        cwd: rest.cwd,
        title,
        updatedAt,
      })),
      ...(total > from + PAGE ? { nextCursor: String(from + PAGE) } : {}),
    };
  }

  /** Stops everything. */
  async closeAll(): Promise<void> {
    await Promise.allSettled(this.#opening);
    await Promise.all([...this.#open.keys()].map((id) => this.close(id)));
    await this.#keeper.close();
  }
}

function requireFolder(folder: string): void {
  if (isAbsolute(folder) && statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new CommandError('INVALID_INPUT', `${JSON.stringify(folder)} is not the absolute path of a folder`, {
    hint: 'Name a folder that exists.',
  });
}
