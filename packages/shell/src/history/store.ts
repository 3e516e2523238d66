import { closeSync, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { withFileLock } from '../environment/file-lock.ts';

const Entry = v.object({
  at: v.string(),
  command: v.string(),
  workingDirectory: v.string(),
  status: v.picklist(['success', 'error', 'timeout', 'cancelled']),
  exitCode: v.nullable(v.number()),
  duration: v.number(),
});

export type HistoryEntry = v.InferOutput<typeof Entry>;

/** What one file may grow to; there are two, and the older goes when the newer is full. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Longer commands are kept in part. */
export const LONGEST_COMMAND = 10_000;

/** Adds a run. One write of one line, so that processes that write at once do not mix theirs. */
export async function appendHistory(home: string, entry: HistoryEntry): Promise<void> {
  const file = fileIn(home);
  const { command } = entry;
  const kept = command.length > LONGEST_COMMAND ? `${command.slice(0, LONGEST_COMMAND)}…` : command;
  if (append(file, `${JSON.stringify({ ...entry, command: kept })}\n`) > MOST_BYTES) await putAside(file);
}

/** Gives the size that the file has then. At once: handing these four calls to other threads takes ten times as long. */
function append(file: string, line: string): number {
  const descriptor = openToAppend(file);
  try {
    writeSync(descriptor, line);
    return fstatSync(descriptor).size;
  } finally {
    closeSync(descriptor);
  }
}

function openToAppend(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return openSync(file, 'a', 0o600);
  }
}

/** All runs that are kept, oldest first. A line that was cut off by a crash is left out. */
export async function readHistory(home: string): Promise<readonly HistoryEntry[]> {
  const files = [olderOf(fileIn(home)), fileIn(home)];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts.flatMap((text) => text.split('\n').flatMap(parseEntry));
}

/** Who appends to a file that was just put aside does so still: nothing is lost. */
async function putAside(file: string): Promise<void> {
  await withFileLock(`${file}.lock`, async () => {
    if ((await sizeOf(file)) > MOST_BYTES) await rename(file, olderOf(file));
  });
}

function parseEntry(line: string): readonly HistoryEntry[] {
  if (line === '') return [];
  try {
    return [v.parse(Entry, JSON.parse(line))];
  } catch {
    return [];
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

function fileIn(home: string): string {
  return join(home, 'history.jsonl');
}

function olderOf(file: string): string {
  return file.replace(/\.jsonl$/, '.older.jsonl');
}
