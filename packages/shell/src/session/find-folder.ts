import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, nearest } from '@helve/command';
import { isId, namesIn } from './session-folders.ts';

/** The folder of a session's files, whether it runs or is over. No service is needed to read them. */
export function findSessionFolder(home: string, sessionId: string): string {
  const folder = join(home, 'sessions', sessionId);
  if (isId(sessionId) && existsSync(join(folder, 'meta.json'))) return folder;
  const sessions = namesIn(join(home, 'sessions'));
  const similar = nearest(sessionId, sessions).slice(0, 3);
  throw new CommandError('NOT_FOUND', `There is no session ${JSON.stringify(sessionId)}`, {
    hint: similar.length > 0 ? `There is ${similar.join(', ')}.` : 'See them all: helve terminal session list',
    details: { sessionId, sessions: sessions.slice(0, 50) },
  });
}
