import { randomBytes } from 'node:crypto';
import { rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  CommandError,
  type Context,
  makeFolder,
  parameter,
  realPath,
  throwIfAborted,
  toCommandError,
  worded,
} from '@helve/command';
import type { Original } from './copy-tree.ts';
import { moveEntry } from './move-entry.ts';

/** Moves a file, link or folder into the trash under HELVE_HOME and says where it went. */
export async function moveToTrash(original: Original, context: Context): Promise<string> {
  const time = new Date(context.now()).toISOString();
  const entry = join(context.place.home, 'trash', `${time.replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`);
  const note = `${entry}.json`;
  const place = join(entry, basename(original.path));
  try {
    await makeFolder(entry, 0o700);
    await writeFile(note, `${JSON.stringify({ path: original.path, time })}\n`, { flag: 'wx', mode: 0o600 });
    throwIfAborted(context.signal);
    await moveEntry(original, place, context);
  } catch (thrown) {
    // What was not made cannot be removed; the first error is the one to report.
    await rm(entry, { recursive: true, force: true }).catch(() => {});
    await rm(note, { force: true }).catch(() => {});
    throw asTrashFault(thrown, original.path, entry);
  }
  return place;
}

/** The trash is full or cannot be written; what was to go there has no fault. */
function asTrashFault(thrown: unknown, absolute: string, entry: string): unknown {
  const { code, path } = thrown as NodeJS.ErrnoException;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  if (!isFull && (path === undefined || path === absolute || path.startsWith(`${absolute}/`))) return thrown;
  const trash = dirname(entry);
  const { code: ours, message } = toCommandError(thrown, `The trash ${trash}`);
  if (ours === 'INTERNAL') return thrown;
  return new CommandError(ours, ours === 'NOT_FOUND' ? `The trash ${trash} cannot be made` : message, {
    hint: worded`Nothing was deleted. Make room there or set HELVE_HOME to another folder; ${parameter('permanent')} deletes without the trash.`,
    details: { path: trash },
    cause: thrown,
  });
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
