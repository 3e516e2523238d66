import { randomBytes } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder, readRegularText, somethingAt } from '@helve/command';
import { withFileLock } from '@helve/settings';
import { createHistory, HISTORY_SIZE } from './history.ts';

/** A file may hold this many lines more than are read before it is written anew. */
const SLACK = 500;

/** The messages in a file of one JSON string per line, oldest first. A line that was cut short is passed over. */
export async function loadHistory(path: string): Promise<readonly string[]> {
  const entries = await readEntries(path);
  if (entries.length > HISTORY_SIZE + SLACK) await shorten(path);
  return createHistory(entries).entries;
}

/** Adds a message to the file. Several processes may do so at once. */
export async function appendHistory(path: string, text: string): Promise<void> {
  await makeFolder(dirname(path), 0o700);
  await withFileLock(`${path}.lock`, async () => {
    const file = await open(path, 'a+', 0o600);
    try {
      const { size } = await file.stat();
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
      const wasCutShort = size > 0 && buffer[0] !== 0x0a;
      await file.appendFile(`${wasCutShort ? '\n' : ''}${JSON.stringify(text)}\n`);
    } finally {
      await file.close();
    }
  });
}

async function shorten(path: string): Promise<void> {
  await withFileLock(`${path}.lock`, async () => {
    const { entries } = createHistory(await readEntries(path));
    const temp = `${path}.${randomBytes(8).toString('hex')}.tmp`;
    try {
      await writeFile(temp, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 });
      await rename(temp, path);
    } finally {
      await rm(temp, { force: true });
    }
  });
}

async function readEntries(path: string): Promise<readonly string[]> {
  const text = somethingAt(path) ? readRegularText(path) : '';
  return text.split('\n').flatMap((line) => {
    try {
      const entry: unknown = JSON.parse(line);
      return typeof entry === 'string' ? [entry] : [];
    } catch {
      return [];
    }
  });
}
