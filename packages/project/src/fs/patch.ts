import { rmdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { CommandError, type Context, parameter, realPath, resolvePath, throwIfAborted, worded } from '@helve/command';
import type { Input } from '../commands/fs/patch.ts';
import { deniedWrite } from './move/destination.ts';
import { applyChange, type ChangedFile } from './patch/change.ts';
import { commitFiles } from './patch/commit.ts';
import { parsePatch } from './patch/parse.ts';
import { type PatchedFile, PatchTree } from './patch/tree.ts';
import { withLocks } from './paths/lock.ts';
import { isAtOrBelow } from './paths/protected.ts';
import { shownPath, statTarget } from './paths/regular-file.ts';

interface Place {
  readonly path: string;
  readonly shown: string;
}

/** Applies a unified diff to the files it names: all of it, or nothing. */
export async function patchFiles(input: Input, context: Context) {
  const changes = parsePatch(input.patch, input);
  const folder = resolvePath(context.place, input.path);
  const shown = shownPath(context.place.cwd, folder);
  if (!statTarget(folder, shown).isDirectory()) {
    throw new CommandError('NOT_DIRECTORY', `${shown} is not a folder`, {
      hint: worded`Give the folder that the patch applies in with ${parameter('path')}; the patch names the files.`,
      details: { path: shown },
    });
  }
  const places = new Map<string, Place>();
  for (const { from, to, copy } of changes) {
    if (from !== undefined) places.set(from, placeOf(from, folder, copy ? 'read' : 'write', context));
    if (to !== undefined) places.set(to, placeOf(to, folder, 'write', context));
  }
  return withLocks(
    [...places.values()].map((place) => place.path),
    async () => {
      const tree = new PatchTree(context.signal);
      const at = async (name: string) => {
        throwIfAborted(context.signal);
        const place = places.get(name);
        if (!place) throw new Error(`${name} was not placed`);
        return tree.at(place.path, place.shown);
      };
      const files: ChangedFile[] = [];
      for (const change of changes) files.push(await applyChange(change, at));
      const changed = tree.changed();
      if (!input.dryRun) {
        await commitFiles(changed, context.signal);
        await removeEmptied(changed, realPath(folder));
      }
      return { files, dryRun: input.dryRun };
    },
  );
}

/** Where a name of the patch lies: in the folder, and where the rules let it be changed. */
function placeOf(name: string, folder: string, access: 'read' | 'write', context: Context): Place {
  const given = join(folder, name);
  const shown = shownPath(context.place.cwd, given);
  const root = realPath(folder);
  const path = join(realPath(dirname(given)), basename(given));
  const isOut = isAbsolute(name) || name.split('/').includes('..');
  if (isOut || path === root || !isAtOrBelow(path, root) || !isAtOrBelow(realPath(given), root)) {
    throw new CommandError(
      'OUTSIDE_ROOTS',
      `The patch names ${name}, which is not in ${shownPath(context.place.cwd, folder)}`,
      {
        hint: worded`Nothing was changed. Give the folder that the patch applies in with ${parameter('path')}.`,
        retry: 'never',
        details: { path: name },
      },
    );
  }
  if (!context.permits(given, access) || !context.permits(path, access)) throw deniedWrite(shown);
  return { path, shown };
}

/** Folders that lost their last file go with it, as git has it. */
async function removeEmptied(files: readonly PatchedFile[], root: string): Promise<void> {
  for (const { content, target } of files) {
    if (content !== undefined) continue;
    for (let folder = dirname(target.path); folder !== root && isAtOrBelow(folder, root); folder = dirname(folder)) {
      try {
        await rmdir(folder);
      } catch {
        break;
      }
    }
  }
}
