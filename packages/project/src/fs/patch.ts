import { lstatSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import {
  CommandError,
  type Context,
  hasBytes,
  parameter,
  realPath,
  resolvePath,
  textToBytes,
  throwIfAborted,
  worded,
} from '@helve/command';
import type { Input } from '../commands/fs/patch.ts';
import { deniedWrite } from './move/destination.ts';
import { applyChange, type ChangedFile } from './patch/change.ts';
import { commitFiles } from './patch/commit.ts';
import { hasGitPart } from './patch/git-part.ts';
import { type FileChange, parsePatch } from './patch/parse.ts';
import { type PatchedFile, PatchTree } from './patch/tree.ts';
import { withLocks } from './paths/lock.ts';
import { type OpenFolders, withOpenFolders } from './paths/open-folder.ts';
import { isAtOrBelow } from './paths/protected.ts';
import { shownPath, statTarget } from './paths/regular-file.ts';
import type { Target } from './paths/target.ts';
import { retryIfChanged } from './write/changed-meanwhile.ts';

type Place = Omit<Target, 'stats'>;

/** Applies a unified diff to the files it names: all of it, or nothing. */
export async function patchFiles(input: Input, context: Context) {
  const folder = resolvePath(context.place, input.path);
  const shown = shownPath(context.place.cwd, folder);
  if (!statTarget(folder, shown).isDirectory()) {
    throw new CommandError('NOT_DIRECTORY', `${shown} is not a folder`, {
      hint: worded`Give the folder that the patch applies in with ${parameter('path')}; the patch names the files.`,
      details: { path: shown },
    });
  }
  const exists = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true;
  const { changes, warnings } = parsePatch(input.patch, { ...input, exists });
  for (const warning of warnings) context.warn(warning);
  const files = await retryIfChanged(() =>
    withOpenFolders((folders) => applyChanges(changes, { folder, folders, dryRun: input.dryRun, context })),
  );
  for (const { path, action } of files) {
    if (action !== 'skipped') continue;
    context.warn(`${path} was left as it is: the patch reports a difference without the content`);
  }
  return { files, dryRun: input.dryRun };
}

interface Patching {
  /** The folder that the patch applies in. */
  readonly folder: string;
  readonly folders: OpenFolders;
  readonly dryRun: boolean;
  readonly context: Context;
}

async function applyChanges(changes: readonly FileChange[], patching: Patching): Promise<ChangedFile[]> {
  const { folder, dryRun, context } = patching;
  const places = new Map<string, Place>();
  for (const { from, to, copy } of changes) {
    if (from !== undefined) places.set(from, placeOf(from, copy ? 'read' : 'write', patching));
    if (to !== undefined) places.set(to, placeOf(to, 'write', patching));
  }
  const locked = dryRun ? [] : [...places.values()];
  const { files, changed } = await withLocks(locked, context.signal, async (checkLocked) => {
    const tree = new PatchTree(context.signal);
    const at = async (name: string) => {
      throwIfAborted(context.signal);
      const place = places.get(name);
      if (!place) throw new Error(`${name} was not placed`);
      const file = await tree.at(place);
      if (file.target.stats && !dryRun) checkLocked(place.path, place.shown);
      return file;
    };
    const files: ChangedFile[] = [];
    const leaving = new Set(
      changes.flatMap(({ from, to, copy }) => (from === undefined || from === to || copy ? [] : from)),
    );
    for (const change of changes) files.push(await applyChange(change, at, leaving));
    const changed = tree.changed();
    if (!dryRun) await commitFiles(changed, context.signal);
    return { files, changed };
  });
  // After the locks, which are in those folders.
  if (!dryRun) await removeEmptied(changed, realPath(folder));
  return files;
}

/** Where a name of the patch lies: in the folder, and where the rules let it be changed. */
function placeOf(name: string, access: 'read' | 'write', { folder, folders, context }: Patching): Place {
  if (hasBytes(name)) {
    const readable = textToBytes(name, (part) => Buffer.from(part)).toString('latin1');
    throw new CommandError(
      'INVALID_ENCODING',
      `The patch names a file whose name is not UTF-8 (in Latin-1: ${readable})`,
      {
        hint: 'Nothing was changed. Rename the file, and its name in the patch, to UTF-8, or use git apply.',
        details: { path: readable },
      },
    );
  }
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
  if (hasGitPart(name) || hasGitPart(relative(root, path))) {
    throw new CommandError('INVALID_INPUT', `The patch names ${name}, which is inside a git folder`, {
      hint: 'Nothing was changed. Leave it out of the patch: git apply refuses such paths too.',
      retry: 'never',
      details: { path: name },
    });
  }
  // A patch shows what a file holds, and a renamed file is no longer where a rule denies to read it.
  const accesses = [access, 'read'] as const;
  if (accesses.some((each) => !context.permits(given, each) || !context.permits(path, each))) throw deniedWrite(shown);
  return { path, shown, at: folders.open(dirname(path))?.at(basename(path)), folders };
}

/** Folders that lost their last file go with it, as git has it. */
async function removeEmptied(files: readonly PatchedFile[], root: string): Promise<void> {
  for (const { content, target } of files) {
    if (content !== undefined) continue;
    for (let folder = dirname(target.path); folder !== root && isAtOrBelow(folder, root); folder = dirname(folder)) {
      try {
        const around = target.folders.open(dirname(folder));
        if (around) await rmdir(around.at(basename(folder)));
      } catch {
        break;
      }
    }
  }
}
