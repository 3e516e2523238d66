import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { kill } from 'node:process';
import { readProcesses } from '@helve/processes';
import { readMeta, type SessionMeta } from './session-files.ts';
import type { SessionLimits } from './session-limits.ts';
import { call, CommandError, worded } from '@helve/command';
import { thereIs } from '../there-is.ts';

const ID = /^(?!\.+$)[A-Za-z0-9._-]{1,64}$/;

export function isId(name: string): boolean {
  return ID.test(name);
}

export function checkId(id: string): string {
  if (isId(id)) return id;
  throw new CommandError('INVALID_INPUT', `${JSON.stringify(id)} cannot be the id of a session`, {
    hint: 'Use up to 64 letters, digits, dots, dashes and underscores.',
    details: { sessionId: id },
  });
}

export function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** What sessions of a process that was killed have left behind. Only the tag tells: pids are used again. */
export function endOrphans(dir: string): void {
  const orphaned = metasIn(dir).flatMap(({ meta }) => (meta.endedAt === null && !isAlive(meta.owner) ? meta.tag : []));
  if (orphaned.length === 0) return;
  for (const entry of readProcesses()) {
    if (orphaned.some((tag) => entry.carries(tag))) send(entry.pid, 'SIGKILL');
  }
}

/** Removes the files of sessions that ended too long ago, or too many sessions ago; gives their names. */
export function pruneEnded(dir: string, { keptEnded, keptMs }: SessionLimits, now: number): readonly string[] {
  const ended = metasIn(dir)
    .filter(({ meta }) => meta.endedAt !== null || !isAlive(meta.owner))
    .map(({ name, meta }) => ({ name, at: meta.endedAt ?? meta.startedAt }))
    .sort((one, other) => other.at - one.at);
  const old = ended.filter(({ at }, place) => place >= keptEnded || now - at > keptMs);
  for (const { name } of old) rmSync(join(dir, name), { recursive: true, force: true });
  return old.map(({ name }) => name);
}

function metasIn(dir: string): readonly { readonly name: string; readonly meta: SessionMeta }[] {
  return namesIn(dir).flatMap((name) => {
    const meta = readMeta(join(dir, name));
    return meta ? { name, meta } : [];
  });
}

function isAlive(owner: number): boolean {
  return send(owner, 0);
}

function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return kill(target, signal);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The folder of a session's files, whether it runs or is over. No service is needed to read them. */
export function findSessionFolder(home: string, sessionId: string): string {
  const folder = join(home, 'sessions', sessionId);
  if (isId(sessionId) && existsSync(join(folder, 'meta.json'))) return folder;
  const sessions = namesIn(join(home, 'sessions'));
  throw new CommandError('NOT_FOUND', `There is no session ${JSON.stringify(sessionId)}`, {
    hint: thereIs(sessionId, sessions, worded`See them all: ${call('terminal session list')}`),
    details: { sessionId, sessions: sessions.slice(0, 50) },
  });
}
