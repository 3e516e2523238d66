import { unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Context, throwIfAborted, toCommandError } from '@helve/command';
import { type Destination, deniedWrite, findDestination, isCaseOnly } from './move/destination.ts';
import { atOf, type Entry, entriesBelow, findEntry } from './paths/entry.ts';
import { withNewFolders } from './write/folders.ts';
import { withLocks } from './paths/lock.ts';
import { type OpenFolders, withOpenFolders } from './paths/open-folder.ts';
import { retryIfChanged } from './write/changed-meanwhile.ts';
import { moveEntry } from './move/move-entry.ts';
import { refuseProtected } from './paths/protected.ts';
import { statTarget } from './paths/regular-file.ts';
import { forgetTrashed } from './move/trash.ts';
import type { Input } from '../commands/fs/move.ts';

/** Gives a file, link or folder another path. */
export async function movePath(input: Input, context: Context) {
  return retryIfChanged(() => withOpenFolders((folders) => moveOnce(input, context, folders)));
}

async function moveOnce(input: Input, context: Context, folders: OpenFolders) {
  const source = await findSource(input, context, folders);
  refuseProtected(source, 'moved', context);
  if (!context.permits(source.path, 'read')) throw deniedWrite(source.shown);
  const placing = { overwrite: input.overwrite, context, folders };
  const planned = await findDestination(source, input.to, placing);
  try {
    const moved = await withNewFolders(dirname(planned.path), planned.shown, folders, async () => {
      const locked = await findDestination(source, input.to, placing);
      return withLocks([locked, source], context.signal, async () => {
        const source = await findSource(input, context, folders);
        const target = await findDestination(source, input.to, placing);
        if (source.stats?.isDirectory()) await checkTree(source, target, context);
        throwIfAborted(context.signal);
        await move(source, target, context);
        return {
          from: source.shown,
          to: target.shown,
          inside: target.inside,
          replaced: target.stats !== undefined && !isCaseOnly(source, target),
        };
      });
    });
    await forgetTrashed(source.path, context);
    return moved;
  } catch (thrown) {
    throwIfAborted(context.signal);
    throw toCommandError(thrown, `${source.shown} or ${planned.shown}`);
  }
}

async function findSource({ from }: Input, context: Context, folders: OpenFolders): Promise<Entry> {
  const source = await findEntry(context, from, 'write', folders);
  if (!source.stats) statTarget(source.path, source.shown);
  return source;
}

async function move(source: Entry, target: Destination, context: Context): Promise<void> {
  await moveEntry({ at: atOf(source), path: source.path }, atOf(target), context);
  // Between two names of one file rename does nothing at all, by POSIX.
  const twoNames = source.stats?.ino === target.stats?.ino && source.stats?.dev === target.stats?.dev;
  if (twoNames && !isCaseOnly(source, target)) await unlink(atOf(source));
}

/** The policy judged the folder's two paths; what is in it moves as well. */
async function checkTree(source: Entry, target: Entry, context: Context): Promise<void> {
  for await (const name of entriesBelow(atOf(source), context.signal)) {
    // What a rule denies to read must not be moved to where the rule does not apply.
    for (const access of ['read', 'write'] as const) {
      if (!context.permits(join(source.path, name), access)) throw deniedWrite(join(source.shown, name));
    }
    if (!context.permits(join(target.path, name), 'write')) throw deniedWrite(join(target.shown, name));
  }
}
