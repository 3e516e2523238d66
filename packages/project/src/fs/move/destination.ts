import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { call, CommandError, type Context, parameter, resolvePath, worded } from '@helve/command';
import { atOf, type Entry, findEntry } from '../paths/entry.ts';
import type { OpenFolders } from '../paths/open-folder.ts';
import { refuseReadOnly } from '../write/read-only.ts';
import { isAtOrBelow } from '../paths/protected.ts';
import { refuseSpecial } from '../paths/regular-file.ts';

export interface Destination extends Entry {
  /** `to` was a folder, so the file goes in it under its own name. */
  readonly inside: boolean;
}

export interface Placing {
  readonly overwrite: boolean;
  readonly context: Context;
  readonly folders: OpenFolders;
}

/** Where a move or copy ends, if it may. */
export async function findDestination(
  source: Entry,
  to: string,
  { overwrite, context, folders }: Placing,
): Promise<Destination> {
  const sourceIsFolder = source.stats?.isDirectory() ?? false;
  const inside = !sourceIsFolder && (await isFolder(resolvePath(context.place, to)));
  const target = await findEntry(context, inside ? join(to, basename(source.path)) : to, 'write', folders);
  if (inside && !context.permits(target.path, 'write')) throw deniedWrite(target.shown);
  if (target.path === source.path) {
    throw new CommandError('INVALID_INPUT', `${source.shown} would stay where it is`, {
      hint: worded`Give another path in ${parameter('to')}.`,
    });
  }
  if (sourceIsFolder && isAtOrBelow(target.path, source.path)) {
    throw new CommandError('INVALID_INPUT', `${target.shown} is inside ${source.shown}`, {
      hint: worded`A folder cannot go into itself; give a path outside it in ${parameter('to')}.`,
    });
  }
  await checkFree(source, target, overwrite);
  return { ...target, inside };
}

export function deniedWrite(shown: string): CommandError {
  return new CommandError('PERMISSION_DENIED', `${shown} may not be written`, {
    hint: 'A rule denies it; choose another path.',
    retry: 'never',
    details: { path: shown },
  });
}

/** Whether two names are one file to a file system that ignores case. */
export function isCaseOnly(source: Entry, target: Entry): boolean {
  return (
    source.path.toLowerCase() === target.path.toLowerCase() &&
    source.stats?.ino === target.stats?.ino &&
    source.stats?.dev === target.stats?.dev
  );
}

async function checkFree(source: Entry, target: Entry, overwrite: boolean): Promise<void> {
  if (!target.stats || isCaseOnly(source, target)) return;
  const details = { path: target.shown };
  if (!overwrite) {
    throw new CommandError('ALREADY_EXISTS', `${target.shown} exists already`, {
      hint: target.stats.isDirectory()
        ? worded`To go into that folder, name the whole new path: ${parameter('to')} ${join(target.shown, basename(source.path))}`
        : worded`Give another path in ${parameter('to')}, or add ${parameter('overwrite')}.`,
      details,
    });
  }
  if (source.stats?.isDirectory() && !target.stats.isDirectory()) {
    throw new CommandError('NOT_DIRECTORY', `${target.shown} is not a folder, so a folder does not take its place`, {
      hint: worded`Delete it first, or give another path in ${parameter('to')}.`,
      details,
    });
  }
  if (!target.stats.isSymbolicLink()) refuseSpecial(target.stats, target.shown);
  if (target.stats.isFile()) await refuseReadOnly(atOf(target), target.shown, target.stats.mode);
  if (!target.stats.isDirectory()) return;
  if (!source.stats?.isDirectory()) {
    throw new CommandError('IS_DIRECTORY', `${target.shown} is a folder, so a file does not take its place`, {
      hint: worded`Delete it first, or give another path in ${parameter('to')}.`,
      details,
    });
  }
  const count = (await readdir(atOf(target))).length;
  if (count > 0) {
    throw new CommandError('NOT_EMPTY', `${target.shown} is a folder with ${count} entries, which are not replaced`, {
      hint: worded`Delete it first with ${call('fs delete', { recursive: true })}, or give another path in ${parameter('to')}.`,
      details: { ...details, count },
    });
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
