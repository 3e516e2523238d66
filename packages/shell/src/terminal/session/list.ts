import type { Context } from '@helve/command';
import { type Reader, readerOf } from './readers.ts';
import { Session } from './session.ts';
import { sessions, type SessionStore } from './session-store.ts';
import type { SessionOutput } from './stored-session.ts';

export interface ListedSession {
  readonly sessionId: string;
  readonly status: 'running' | 'exited';
  readonly pid: number;
  readonly command: string | null;
  readonly shell: string;
  readonly workingDirectory: string;
  readonly startedAt: string;
  readonly exitCode: number | null;
  /** The process that it ends with. */
  readonly owner?: number;
  /** Bytes printed that the caller has not read yet. */
  readonly unread: number;
}

/** Sessions of processes that are gone, of which only the last are listed. */
const PAST_LIMIT = 50;

export async function listSessions(
  _: object,
  context: Context,
): Promise<{ readonly sessions: readonly ListedSession[] }> {
  const store = context.keep(sessions);
  const past = store
    .past()
    .toSorted((one, other) => other.meta.startedAt - one.meta.startedAt)
    .slice(0, PAST_LIMIT);
  return { sessions: [...store.all, ...past].map((session) => describe(session, store, readerOf(context.place))) };
}

function describe(session: SessionOutput, store: SessionStore, reader: Reader): ListedSession {
  const { meta, running, size, start, readers } = session;
  const owner = session instanceof Session && running ? store.ownerOf(session) : undefined;
  const { sessionId, pid, command, shell, workingDirectory, startedAt, exitCode } = meta;
  return {
    sessionId,
    status: running ? 'running' : 'exited',
    pid,
    command,
    shell,
    workingDirectory,
    startedAt: new Date(startedAt).toISOString(),
    exitCode,
    ...(owner ? { owner: owner.pid } : {}),
    unread: size - Math.max(start, readers.endOf(reader)),
  };
}
