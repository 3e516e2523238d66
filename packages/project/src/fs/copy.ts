import { dirname, join } from 'node:path';
import { type Context, throwIfAborted, toCommandError } from '@helve/command';
import { type Copied, copyTree } from './move/copy-tree.ts';
import { type Destination, deniedWrite, findDestination } from './move/destination.ts';
import { atOf, type Entry, findEntry } from './paths/entry.ts';
import { withNewFolders } from './write/folders.ts';
import { withLocks } from './paths/lock.ts';
import { type OpenFolders, withOpenFolders } from './paths/open-folder.ts';
import { removeTree } from './move/remove-tree.ts';
import { retryIfChanged } from './write/changed-meanwhile.ts';
import { putInPlace, temporaryName } from './write/put-in-place.ts';
import { statTarget } from './paths/regular-file.ts';
import type { Input } from '../commands/fs/copy.ts';

const MOST_NAMED = 20;

/** Copies a file, link or folder; it appears under its new path only when all of it is there. */
export async function copyPath(input: Input, context: Context) {
  return retryIfChanged(() => withOpenFolders((folders) => copyOnce(input, context, folders)));
}

async function copyOnce(input: Input, context: Context, folders: OpenFolders) {
  const source = await findEntry(context, input.from, 'read', folders);
  if (!source.stats) statTarget(source.path, source.shown);
  const find = () => findDestination(source, input.to, { overwrite: input.overwrite, context, folders });
  const planned = await find();
  try {
    return await withNewFolders(dirname(planned.path), planned.shown, folders, async () => {
      // Not that of the source: it is only read, and its folder may be read-only.
      const locked = await find();
      return withLocks([locked], context.signal, async () => {
        const target = await find();
        const copied = await copy(source, target, input.overwrite, context);
        return {
          from: source.shown,
          to: target.shown,
          inside: target.inside,
          replaced: target.stats !== undefined,
          ...copied,
        };
      });
    });
  } catch (thrown) {
    throwIfAborted(context.signal);
    throw toCommandError(thrown, `${source.shown} or ${planned.shown}`);
  }
}

async function copy(
  source: Entry,
  target: Destination,
  overwrite: boolean,
  context: Context,
): Promise<Copied & { leftOut: number }> {
  const leftOut: string[] = [];
  const admits = (name: string) => {
    if (!context.permits(join(source.path, name), 'read')) {
      leftOut.push(join(source.shown, name));
      return false;
    }
    if (!context.permits(join(target.path, name), 'write')) throw deniedWrite(join(target.shown, name));
    return true;
  };
  const temp = temporaryName(atOf(target));
  try {
    const copied = await copyTree({ at: atOf(source), path: source.path }, temp, { signal: context.signal, admits });
    throwIfAborted(context.signal);
    await putInPlace(temp, atOf(target), !overwrite && !source.stats?.isDirectory());
    for (const name of leftOut.slice(0, MOST_NAMED))
      context.warn(`Left out, because a rule denies reading it: ${name}`);
    if (leftOut.length > MOST_NAMED) context.warn(`Left out as well: ${leftOut.length - MOST_NAMED} more`);
    return { ...copied, leftOut: leftOut.length };
  } catch (thrown) {
    await removeTree(temp);
    throw thrown;
  }
}
