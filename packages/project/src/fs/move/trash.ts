import { randomBytes } from 'node:crypto';
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Context, realPath, throwIfAborted } from '@helve/command';
import { moveEntry } from './move-entry.ts';

/** Moves a file, link or folder into the trash under HELVE_HOME and says where it went. */
export async function moveToTrash(absolute: string, context: Context): Promise<string> {
  const time = new Date(context.now()).toISOString();
  const entry = join(context.place.home, 'trash', `${time.replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`);
  const note = `${entry}.json`;
  const place = join(entry, basename(absolute));
  await mkdir(entry, { recursive: true, mode: 0o700 });
  try {
    await writeFile(note, `${JSON.stringify({ path: absolute, time })}\n`, { flag: 'wx', mode: 0o600 });
    throwIfAborted(context.signal);
    await moveEntry(absolute, place, context);
  } catch (thrown) {
    await rm(entry, { recursive: true, force: true });
    await rm(note, { force: true });
    throw thrown;
  }
  return place;
}

/** Removes the note of what has just been moved out of the trash; other paths have none. */
export async function forgetTrashed(absolute: string, context: Context): Promise<void> {
  const entry = dirname(absolute);
  if (dirname(entry) !== realPath(join(context.place.home, 'trash'))) return;
  try {
    await rmdir(entry);
    await rm(`${entry}.json`, { force: true });
  } catch {
    // A note too many does no harm.
  }
}
