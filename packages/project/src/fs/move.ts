import { unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Context, throwIfAborted, toCommandError } from '@helve/command';
import { type Destination, deniedWrite, findDestination, isCaseOnly } from './move/destination.ts';
import { type Entry, entriesBelow, findEntry } from './paths/entry.ts';
import { makeFolders, removeFolders } from './write/folders.ts';
import { withLocks } from './paths/lock.ts';
import { moveEntry } from './move/move-entry.ts';
import { refuseProtected } from './paths/protected.ts';
import { statTarget } from './paths/regular-file.ts';
import { forgetTrashed } from './move/trash.ts';
import type { Input } from '../commands/fs/move.ts';

/** Gives a file, link or folder another path. */
export async function movePath(input: Input, context: Context) {
  const source = await findEntry(context, input.from);
  if (!source.stats) statTarget(source.path, source.shown);
  refuseProtected(source, 'moved', context);
  const planned = await findDestination(source, input.to, input.overwrite, context);
  try {
    return await withLocks([source.path, planned.path], async () => {
      const target = await findDestination(source, input.to, input.overwrite, context);
      if (source.stats?.isDirectory()) await checkTree(source, target, context);
      throwIfAborted(context.signal);
      const made = await makeFolders(dirname(target.path), target.shown);
      try {
        await move(source, target, context);
      } catch (thrown) {
        await removeFolders(made);
        throw thrown;
      }
      await forgetTrashed(source.path, context);
      return {
        from: source.shown,
        to: target.shown,
        inside: target.inside,
        replaced: target.stats !== undefined && !isCaseOnly(source, target),
      };
    });
  } catch (thrown) {
    throwIfAborted(context.signal);
    throw toCommandError(thrown, `${source.shown} or ${planned.shown}`);
  }
}

async function move(source: Entry, target: Destination, context: Context): Promise<void> {
  await moveEntry(source.path, target.path, context);
  // Between two names of one file rename does nothing at all, by POSIX.
  const twoNames = source.stats?.ino === target.stats?.ino && source.stats?.dev === target.stats?.dev;
  if (twoNames && !isCaseOnly(source, target)) await unlink(source.path);
}

/** The policy judged the folder's two paths; what is in it moves as well. */
async function checkTree(source: Entry, target: Entry, context: Context): Promise<void> {
  for await (const name of entriesBelow(source.path, context.signal)) {
    if (!context.permits(join(source.path, name), 'write')) throw deniedWrite(join(source.shown, name));
    if (!context.permits(join(target.path, name), 'write')) throw deniedWrite(join(target.shown, name));
  }
}
