import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type HeldLock, withFileLock } from './home/file-lock.ts';
import { makeFolder, readTextIfAny, realPath } from '@helve/command';
import { replaceFile } from './home/replace-file.ts';
import { type JsonObject, readDocument } from './document.ts';

/**
 * Changes a JSON file that people write too, alone of all processes that do: none loses what another wrote. Readers see
 * the old file or the new one. `mode` is for a new file; `follow` is done before others may change it. Gives what it held
 * and holds.
 */
export async function changeDocument(
  file: string,
  change: (document: JsonObject | undefined) => JsonObject,
  mode: number,
  follow?: (before: JsonObject | undefined, after: JsonObject) => Promise<void>,
): Promise<{ readonly before: JsonObject | undefined; readonly after: JsonObject }> {
  return alone(file, async (target, lock) => {
    const before = readDocument(target);
    const after = change(before);
    lock.check();
    await replace(target, `${JSON.stringify(after, null, 2)}\n`, mode);
    await follow?.(before, after);
    return { before, after };
  });
}

/** Changes a text file in the same way. Nothing is written where the text stays the same. */
export async function changeText(file: string, change: (text: string) => string, mode: number): Promise<void> {
  await alone(file, async (target, lock) => {
    const before = readTextIfAny(target);
    const after = change(before ?? '');
    lock.check();
    if (after !== before) await replace(target, after, mode);
  });
}

/** Calls with the file that a link leads to, so that it stays a link, and with its lock held. */
async function alone<Result>(file: string, work: (target: string, lock: HeldLock) => Promise<Result>): Promise<Result> {
  const target = realPath(file);
  await makeFolder(dirname(target), 0o700);
  return withFileLock(`${target}.lock`, (lock) => work(target, lock));
}

/** What processes that were killed had begun to write. Nobody else writes while we hold the lock. */
async function removeLeftovers(file: string): Promise<void> {
  const lead = `${basename(file)}.`;
  const names = (await readdir(dirname(file))).filter((name) => name.startsWith(lead));
  for (const name of names) {
    if (/^[\da-f]{16}\.tmp$/.test(name.slice(lead.length))) await rm(join(dirname(file), name), { force: true });
  }
}

/** An old file stays as open to others as it was. */
async function replace(file: string, text: string, newMode: number): Promise<void> {
  await removeLeftovers(file);
  const mode = (await stat(file).catch(() => undefined))?.mode ?? newMode;
  await replaceFile(file, text, mode & 0o777);
}
