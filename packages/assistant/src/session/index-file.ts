import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, makeFolderSync, toCommandError } from '@helve/command';
import { withFileLock } from '@helve/settings';
import { type Database, isBroken, openDatabase } from '../database/database.ts';
import { inTransaction } from '../database/home-database.ts';
import { bringUpToDate } from './index-update.ts';

/** Changes with the tables: an index of another version is made anew. */
const VERSION = 1;

const TABLES = `
CREATE TABLE conversation (
  file TEXT PRIMARY KEY, id TEXT NOT NULL, size INTEGER NOT NULL, changed REAL NOT NULL, inode INTEGER NOT NULL,
  read INTEGER NOT NULL, cwd TEXT NOT NULL, begun TEXT NOT NULL, updated TEXT NOT NULL, title TEXT NOT NULL,
  titleIsGiven INTEGER NOT NULL, prompts INTEGER NOT NULL, answers INTEGER NOT NULL, cost REAL NOT NULL, agentOf TEXT
);
CREATE INDEX conversation_by_time ON conversation (updated);
CREATE VIRTUAL TABLE passage USING fts5(
  text, file UNINDEXED, entry UNINDEXED, speaker UNINDEXED, time UNINDEXED, tokenize = 'unicode61 remove_diacritics 2'
);
PRAGMA user_version = ${VERSION};`;

/**
 * Reads the index of all conversations, which is brought up to date first. It holds nothing that is not in the logs: when
 * it is missing, broken or of another version, it is made anew. Several processes may do so at once.
 */
export async function withIndex<Result>(home: string, read: (index: Database) => Result): Promise<Result> {
  try {
    return await use(home, read);
  } catch (thrown) {
    if (!isBroken(thrown)) throw toFailure(thrown);
  }
  // One process at a time: what another made anew while this one waited stays.
  return withFileLock(`${indexFile(home)}.lock`, async () => {
    try {
      return await use(home, read).catch((thrown: unknown) => {
        if (!isBroken(thrown)) throw thrown;
        removeIndex(home);
        return use(home, read);
      });
    } catch (thrown) {
      throw toFailure(thrown);
    }
  });
}

function indexFile(home: string): string {
  return join(home, 'conversations.db');
}

async function use<Result>(home: string, read: (index: Database) => Result): Promise<Result> {
  makeFolderSync(home, 0o700);
  const file = indexFile(home);
  // It holds what was said: for its owner alone, as the logs.
  closeSync(openSync(file, 'a', 0o600));
  const database = await openDatabase(file);
  try {
    inTransaction(database, () => {
      makeTables(database);
      bringUpToDate(database, home);
    });
    return read(database);
  } finally {
    database.close();
  }
}

function makeTables(database: Database): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version === VERSION) return;
  database.exec(`DROP TABLE IF EXISTS conversation; DROP TABLE IF EXISTS passage; ${TABLES}`);
}

/** Last the file itself: whoever makes it anew must find nothing of the old one beside it. */
function removeIndex(home: string): void {
  for (const ending of ['-journal', '-wal', '-shm', '']) rmSync(`${indexFile(home)}${ending}`, { force: true });
}

function toFailure(thrown: unknown): CommandError {
  const { code, message } = thrown as { readonly code?: unknown; readonly message?: string };
  if (code === 'SQLITE_BUSY') {
    return new CommandError('UNAVAILABLE', 'The conversation index is locked by another process', {
      hint: 'Try again.',
      retry: 'safe',
    });
  }
  if (typeof code === 'string' && code.startsWith('SQLITE_')) {
    return new CommandError('IO_FAILED', `The conversation index is unavailable: ${message}`, { cause: thrown });
  }
  return toCommandError(thrown);
}
