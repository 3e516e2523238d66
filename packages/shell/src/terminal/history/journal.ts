import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolderSync, readTextIfAny } from '@helve/command';
import * as v from 'valibot';
import { withFileLock } from '@helve/settings';

/** What one file may grow to; there are two, and the older goes when the newer is full. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Adds an entry. One write of one line, so that processes that write at once do not mix theirs. */
export async function appendEntry(file: string, entry: object): Promise<void> {
  if (append(file, `${JSON.stringify(entry)}\n`) > MOST_BYTES) await putAside(file);
}

/** All entries that are kept, oldest first. A line that was cut off by a crash is left out. */
export async function readEntries<Schema extends v.GenericSchema>(
  file: string,
  schema: Schema,
): Promise<readonly v.InferOutput<Schema>[]> {
  const texts = [olderOf(file), file].map((each) => readTextIfAny(each) ?? '');
  return texts.flatMap((text) => text.split('\n').flatMap((line) => parseEntry(line, schema)));
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
    makeFolderSync(dirname(file), 0o700);
    return openSync(file, 'a', 0o600);
  }
}

/** Who appends to a file that was just put aside does so still: nothing is lost. */
async function putAside(file: string): Promise<void> {
  await withFileLock(`${file}.lock`, async () => {
    if ((await sizeOf(file)) > MOST_BYTES) await rename(file, olderOf(file));
  });
}

function parseEntry<Schema extends v.GenericSchema>(line: string, schema: Schema): readonly v.InferOutput<Schema>[] {
  if (line === '') return [];
  try {
    return [v.parse(schema, JSON.parse(line))];
  } catch {
    return [];
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

function olderOf(file: string): string {
  return file.replace(/\.jsonl$/, '.older.jsonl');
}
