import { type Dirent, readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { CommandError, type Context, throwIfAborted, toCommandError } from '@helve/command';
import { shownPath, statTarget } from '../paths/regular-file.ts';
import { Hidden, withSlash } from './ignored.ts';

export type EntryType = 'file' | 'folder' | 'link' | 'other';

export interface Walk {
  /** Hidden and ignored entries too. */
  readonly all: boolean;
  /** How many levels down; absent: all of them. */
  readonly depth?: number | undefined;
}

/** `parent` is relative to the walk's start, and empty or with a slash at its end. */
export type Visit = (parent: string, name: string, type: EntryType, depth: number) => void;

/** Others get their turn after this many milliseconds. */
const TURN = 10;

/**
 * Visits what is below a folder, level by level, in no order within one. Links are not followed. A plain loop of
 * readdirSync is three times as fast as `rg --files`, whose answer would have to be taken apart, and it also sees
 * empty folders and links.
 */
export async function walk(folder: string, { all, depth = Infinity }: Walk, visit: Visit, context: Context) {
  const root = withSlash(folder);
  const top = all ? undefined : Hidden.above(folder, context.place);
  let level = [{ parent: '', hidden: top }];
  let turn = performance.now();
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const next: typeof level = [];
    for (const { parent, hidden: above } of level) {
      if (performance.now() - turn > TURN) {
        await setImmediate();
        turn = performance.now();
      }
      throwIfAborted(context.signal);
      const place = root + parent;
      const entries = readEntries(place, parent === '', context);
      const hidden = above && withRulesOf(above, place, entries);
      for (const entry of entries) {
        const { name } = entry;
        const type = typeOf(entry);
        if (hidden?.hides(place, name, type === 'folder') || !context.permits(place + name, 'read')) continue;
        visit(parent, name, type, at);
        if (type === 'folder' && at < depth) next.push({ parent: `${parent}${name}/`, hidden });
      }
    }
    level = next;
  }
}

/** Fails unless the path is a folder. */
export function checkFolder(absolutePath: string, context: Context): void {
  const shown = shownPath(context.place.cwd, absolutePath);
  if (statTarget(absolutePath, shown).isDirectory()) return;
  throw new CommandError('NOT_DIRECTORY', `${shown} is not a folder`, {
    hint: `Read it instead: helve fs read --path ${shown}`,
    details: { path: shown },
  });
}

function readEntries(place: string, isStart: boolean, context: Context): Dirent[] {
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch (thrown) {
    const error = toCommandError(thrown, shownPath(context.place.cwd, place));
    if (isStart) throw error;
    // One that is gone by now was not there.
    if (error.code !== 'NOT_FOUND') context.warn(`Left out: ${error.message}`);
    return [];
  }
}

function withRulesOf(above: Hidden, place: string, entries: readonly Dirent[]): Hidden {
  const dotted = entries.filter(({ name }) => name.startsWith('.'));
  return dotted.length === 0
    ? above
    : above.within(
        place,
        dotted.map(({ name }) => name),
      );
}

function typeOf(entry: Dirent): EntryType {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
