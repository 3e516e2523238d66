import { constants, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { parseEntry } from '../log/entry.ts';
import { everyConversation } from '../log/place.ts';
import type { Database } from '../database/database.ts';
import { passageOf } from './passage.ts';
import { addEntry, NO_SUMMARY, type Summary } from './summary.ts';
import { toIndexed } from './words.ts';

/** A conversation in the index. */
export interface Row extends Omit<Summary, 'titleIsGiven'> {
  readonly file: string;
  readonly id: string;
  readonly size: number;
  readonly changed: number;
  readonly inode: number;
  /** Bytes of it that are in the index: up to the end of a whole line. */
  readonly read: number;
  readonly titleIsGiven: 0 | 1;
}

/** Reads what was written to the logs since. Within a transaction. */
export function bringUpToDate(database: Database, home: string): void {
  const known = new Map((database.prepare('SELECT * FROM conversation').all() as Row[]).map((row) => [row.file, row]));
  for (const file of everyConversation(home)) {
    const row = known.get(file);
    known.delete(file);
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found?.isFile()) continue;
    if (row && row.size === found.size && row.changed === found.mtimeMs && row.inode === found.ino) continue;
    // Logs only grow. One that did not was put in the place of another.
    const grown = row && row.inode === found.ino && found.size > row.size ? row : undefined;
    if (!grown) forget(database, file);
    readOn(database, file, grown);
  }
  for (const file of known.keys()) forget(database, file);
}

function forget(database: Database, file: string): void {
  database.prepare('DELETE FROM conversation WHERE file = ?').run(file);
  database.prepare('DELETE FROM passage WHERE file = ?').run(file);
}

function readOn(database: Database, file: string, before: Row | undefined): void {
  const { text, bytes, stat } = readLines(file, before?.read ?? 0);
  const add = database.prepare('INSERT INTO passage (text, file, entry, speaker, time) VALUES (?, ?, ?, ?, ?)');
  let summary: Summary = before ? { ...before, titleIsGiven: before.titleIsGiven === 1 } : NO_SUMMARY;
  for (const line of text.split('\n')) {
    const entry = parseEntry(line);
    if (!entry) continue;
    summary = addEntry(summary, entry);
    const passage = passageOf(entry);
    if (passage) add.run(toIndexed(passage.text), file, entry.id, passage.speaker, entry.time ?? '');
  }
  const { cwd, begun, updated, title, titleIsGiven, prompts, answers, cost, agentOf } = summary;
  const values = [file, basename(file, '.jsonl'), stat.size, stat.mtimeMs, stat.ino, (before?.read ?? 0) + bytes];
  const about = [cwd, begun, updated, title, titleIsGiven ? 1 : 0, prompts, answers, cost, agentOf];
  database
    .prepare(`INSERT OR REPLACE INTO conversation VALUES (${[...values, ...about].map(() => '?').join(', ')})`)
    .run(...values, ...about);
}

/** Whole lines from a place on; what is being written now is for the next time. */
function readLines(file: string, from: number) {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.max(0, stat.size - from));
    const count = readSync(descriptor, buffer, 0, buffer.length, from);
    const bytes = buffer.subarray(0, count).lastIndexOf('\n') + 1;
    return { text: buffer.toString('utf8', 0, bytes), bytes, stat };
  } finally {
    closeSync(descriptor);
  }
}
