import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Context, throwIfAborted, toCommandError } from '@helve/command';
import { type Copied, copyTree } from './move/copy-tree.ts';
import { type Destination, deniedWrite, findDestination } from './move/destination.ts';
import { type Entry, findEntry } from './paths/entry.ts';
import { makeFolders, removeFolders } from './write/folders.ts';
import { withLocks } from './paths/lock.ts';
import { putInPlace, temporaryName } from './write/put-in-place.ts';
import { statTarget } from './paths/regular-file.ts';
import type { Input } from '../commands/fs/copy.ts';

const MOST_NAMED = 20;

/** Copies a file, link or folder; it appears under its new path only when all of it is there. */
export async function copyPath(input: Input, context: Context) {
  const source = await findEntry(context, input.from);
  if (!source.stats) statTarget(source.path, source.shown);
  const planned = await findDestination(source, input.to, input.overwrite, context);
  try {
    return await withLocks([source.path, planned.path], async () => {
      const target = await findDestination(source, input.to, input.overwrite, context);
      const copied = await copy(source, target, input.overwrite, context);
      return {
        from: source.shown,
        to: target.shown,
        inside: target.inside,
        replaced: target.stats !== undefined,
        ...copied,
      };
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
  const temp = temporaryName(target.path);
  const made = await makeFolders(dirname(target.path), target.shown);
  try {
    const copied = await copyTree(source.path, temp, { signal: context.signal, admits });
    throwIfAborted(context.signal);
    await putInPlace(temp, target.path, !overwrite && !source.stats?.isDirectory());
    for (const name of leftOut.slice(0, MOST_NAMED))
      context.warn(`Left out, because a rule denies reading it: ${name}`);
    if (leftOut.length > MOST_NAMED) context.warn(`Left out as well: ${leftOut.length - MOST_NAMED} more`);
    return { ...copied, leftOut: leftOut.length };
  } catch (thrown) {
    await rm(temp, { recursive: true, force: true });
    await removeFolders(made);
    throw thrown;
  }
}
