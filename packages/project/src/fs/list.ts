import { lstatSync } from 'node:fs';
import { type Context, realPath, resolvePath } from '@helve/command';
import { OpenFolder } from './paths/open-folder.ts';
import { shownPath, shownPrefix } from './paths/regular-file.ts';
import { byText, Smallest } from './walk/smallest.ts';
import { checkFolder, type EntryType, walk } from './walk/walk.ts';
import type { Entry, Input } from '../commands/fs/list.ts';

/**
 * What is in a folder, by path; with sizes, unless it is a tree, where they would take longer than all the rest.
 * A tree is cut from below: what is nearest to its root is kept first.
 */
export async function listFolder(input: Input, context: Context) {
  const folder = resolvePath(context.place, input.path);
  checkFolder(folder, context);
  const { all, limit } = input;
  const kept: Place[] = [];
  let total = 0;
  let level = 1;
  let ofLevel = new Smallest<Place>(limit, byPath);
  const endLevel = (next: number) => {
    level = next;
    kept.push(...ofLevel.sorted());
    ofLevel = new Smallest(limit - kept.length, byPath);
  };
  const depth = input.depth ?? (input.recursive ? undefined : 1);
  await walk(
    folder,
    { all, depth },
    (parent, name, type, at) => {
      if (at !== level) endLevel(at);
      total++;
      if (kept.length < limit) ofLevel.add({ path: parent + name, type });
    },
    context,
  );
  endLevel(level);
  const sized = depth === 1;
  const entries = describe(kept.sort(byPath), folder, sized, context);
  const omitted = total - entries.length;
  return { path: shownPath(context.place.cwd, folder), entries, total, omitted, truncated: omitted > 0 };
}

interface Place {
  readonly path: string;
  readonly type: EntryType;
}

function byPath(a: Place, b: Place): number {
  return byText(a.path, b.path);
}

function describe(places: readonly Place[], folder: string, sized: boolean, context: Context): Entry[] {
  const prefix = shownPrefix(context.place.cwd, folder);
  const open = sized ? openListed(folder, context) : undefined;
  try {
    return places.map(({ path, type }) => {
      const size = open && type === 'file' ? sizeOf(open.at(path)) : undefined;
      return { path: prefix + path, type, ...(size === undefined ? {} : { size }) };
    });
  } finally {
    open?.close();
  }
}

/** The folder, open; undefined where it is gone by now or may not be read. */
function openListed(folder: string, context: Context): OpenFolder | undefined {
  const real = realPath(folder);
  if (real !== folder && !context.permits(real, 'read')) return undefined;
  try {
    return OpenFolder.open(real);
  } catch {
    return undefined;
  }
}

function sizeOf(file: string): number | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.size;
  } catch {
    return undefined;
  }
}
