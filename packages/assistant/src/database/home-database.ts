import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError, makeFolderSync, toCommandError } from '@helve/command';
import { type Database, isBroken, openDatabase } from './database.ts';

/** A database of the home that holds data found nowhere else. */
export interface HomeDatabase {
  readonly file: string;
  /** What it holds, for messages: `tasks`. */
  readonly holds: string;
  /** SQL that makes the tables, one step for each version. Steps that were released never change. */
  readonly versions: readonly string[];
}

/** Opens the database, and makes its tables where they are missing. Processes that do so at once wait for each other. */
export async function openHomeDatabase({ file, holds, versions }: HomeDatabase): Promise<Database> {
  try {
    makeFolderSync(dirname(file), 0o700);
    // For its owner alone, as the logs.
    closeSync(openSync(file, 'a', 0o600));
    const database = await openDatabase(file);
    try {
      if (versionOf(database) !== versions.length) inTransaction(database, () => upgrade(database, file, versions));
      return database;
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  } catch (thrown) {
    throw databaseFailure(thrown, file, holds);
  }
}

/** Uses the database for one piece of work. */
export async function withHomeDatabase<Result>(
  kind: HomeDatabase,
  work: (database: Database) => Result,
): Promise<Result> {
  const database = await openHomeDatabase(kind);
  try {
    return work(database);
  } catch (thrown) {
    throw databaseFailure(thrown, kind.file, kind.holds);
  } finally {
    database.close();
  }
}

/** All or nothing; only one process writes at a time. */
export function inTransaction<Result>(database: Database, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (thrown) {
    database.exec('ROLLBACK');
    throw thrown;
  }
}

function versionOf(database: Database): number {
  return (database.prepare('PRAGMA user_version').get() as { readonly user_version: number }).user_version;
}

function upgrade(database: Database, file: string, versions: readonly string[]): void {
  const found = versionOf(database);
  if (found > versions.length) {
    throw new CommandError('UNAVAILABLE', `${file} was made by a newer version of helve`, {
      hint: 'Update helve.',
      retry: 'never',
    });
  }
  for (const sql of versions.slice(found)) database.exec(sql);
  database.exec(`PRAGMA user_version = ${versions.length}`);
}

/** What SQLite reports, as an error that names the file and the next step. */
export function databaseFailure(thrown: unknown, file: string, holds: string): CommandError {
  if (isBroken(thrown)) {
    return new CommandError('IO_FAILED', `${file} is not a database of ${holds}, or is damaged`, {
      hint: `Restore it from a backup, or remove it to start with no ${holds}.`,
      retry: 'never',
      details: { path: file },
      cause: thrown,
    });
  }
  const { code, message = '' } = thrown as { readonly code?: unknown; readonly message?: string };
  if (code === 'SQLITE_BUSY') {
    return new CommandError('UNAVAILABLE', `${file} is locked by another process`, {
      hint: 'Try again when it has finished.',
      retry: 'safe',
      details: { path: file },
    });
  }
  if (code === 'SQLITE_FULL') return new CommandError('NO_SPACE', `${file} could not be written: the disk is full`);
  if (typeof code === 'string' && code.startsWith('SQLITE_')) {
    return new CommandError('IO_FAILED', `${file} could not be used: ${message}`, {
      cause: thrown,
      details: { path: file },
    });
  }
  return toCommandError(thrown, file);
}
