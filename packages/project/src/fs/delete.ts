import { lstat, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Access,
  call,
  CommandError,
  type Context,
  parameter,
  throwIfAborted,
  toCommandError,
  worded,
} from '@helve/command';
import type { Original } from './move/copy-tree.ts';
import { removeTree } from './move/remove-tree.ts';
import { atOf, findEntry } from './paths/entry.ts';
import { withLocks } from './paths/lock.ts';
import { OpenFolder, type OpenFolders, withOpenFolders } from './paths/open-folder.ts';
import { refuseProtected } from './paths/protected.ts';
import { statTarget } from './paths/regular-file.ts';
import { retryIfChanged } from './write/changed-meanwhile.ts';
import { temporaryName } from './write/put-in-place.ts';
import { moveToTrash } from './move/trash.ts';
import type { Input } from '../commands/fs/delete.ts';

export interface DeleteInput extends Input {
  /** Refuse anything else. */
  readonly only?: 'file' | 'folder';
}

/** Removes a file, a link (never what it leads to) or a folder: to the trash, unless for good. */
export async function deletePath(input: DeleteInput, context: Context) {
  return retryIfChanged(() => withOpenFolders((folders) => deleteOnce(input, context, folders)));
}

async function deleteOnce(input: DeleteInput, context: Context, folders: OpenFolders) {
  const entry = await findEntry(context, input.path, 'write', folders);
  const { path, shown } = entry;
  refuseProtected(entry, 'deleted', context);
  try {
    return await withLocks([entry], context.signal, async (checkLocked) => {
      if (entry.at === undefined) statTarget(path, shown);
      const at = atOf(entry);
      const isFolder = (await lstat(at)).isDirectory();
      checkLocked(path, shown);
      checkKind(isFolder, input.only, shown);
      // What a rule denies to read must not be moved to the trash, where the rule does not apply.
      const accesses: readonly Access[] = input.permanent ? ['write'] : ['write', 'read'];
      if (!input.permanent && !context.permits(path, 'read')) throw deniedDelete(shown, shown, 'read');
      if (isFolder) await checkFolder({ at, path }, shown, { ...input, accesses, context });
      throwIfAborted(context.signal);
      if (input.permanent) {
        await removeForGood(at, isFolder);
        return { path: shown, permanent: true };
      }
      return { path: shown, permanent: false, trashed: await moveToTrash({ at, path }, context) };
    });
  } catch (thrown) {
    throwIfAborted(context.signal);
    throw toCommandError(thrown, shown);
  }
}

/** A folder goes at once, so that nothing can be put in it meanwhile. */
async function removeForGood(at: string, isFolder: boolean): Promise<void> {
  if (!isFolder) return unlink(at);
  const leaving = temporaryName(at);
  await rename(at, leaving);
  try {
    await removeTree(leaving);
  } catch (thrown) {
    await rename(leaving, at);
    throw thrown;
  }
}

function checkKind(isFolder: boolean, only: DeleteInput['only'], shown: string): void {
  if (only === 'file' && isFolder) {
    throw new CommandError('IS_DIRECTORY', `${shown} is a folder`, { hint: worded`Use ${call('fs delete-folder')}.` });
  }
  if (only === 'folder' && !isFolder) {
    throw new CommandError('NOT_DIRECTORY', `${shown} is not a folder`, {
      hint: worded`Use ${call('fs delete-file')}.`,
    });
  }
}

interface Checking {
  readonly recursive: boolean;
  readonly accesses: readonly Access[];
  readonly context: Context;
}

async function checkFolder({ at, path }: Original, shown: string, checking: Checking): Promise<void> {
  const { recursive, accesses, context } = checking;
  const folder = OpenFolder.openAt(at, path);
  try {
    const entries = await readdir(folder.here, { withFileTypes: true });
    if (entries.length > 0 && !recursive) {
      throw new CommandError('NOT_EMPTY', `${shown} is a folder with ${entries.length} entries`, {
        hint: worded`Add ${parameter('recursive')} to delete it with all that is in it.`,
        details: { path: shown, count: entries.length },
      });
    }
    for (const entry of entries) {
      throwIfAborted(context.signal);
      const child = join(path, entry.name);
      const refused = accesses.find((access) => !context.permits(child, access));
      if (refused) throw deniedDelete(shown, child, refused);
      if (entry.isDirectory()) {
        await checkFolder({ at: folder.at(entry.name), path: child }, shown, { ...checking, recursive: true });
      }
    }
  } finally {
    folder.close();
  }
}

function deniedDelete(shown: string, path: string, access: Access): CommandError {
  const holds = path === shown ? shown : `${shown} holds ${path}, which`;
  if (access === 'write') {
    return new CommandError('PERMISSION_DENIED', `${holds} may not be deleted`, {
      hint: 'A rule denies it; delete the rest one by one.',
      retry: 'never',
    });
  }
  return new CommandError('PERMISSION_DENIED', `${holds} may not be read, so it is not moved to the trash`, {
    hint: worded`A rule denies to read it. Delete it for good with ${parameter('permanent')}.`,
    retry: 'never',
  });
}
