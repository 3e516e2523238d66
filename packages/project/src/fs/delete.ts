import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, type Context, parameter, throwIfAborted, toCommandError, worded } from '@helve/command';
import { findEntry } from './paths/entry.ts';
import { withLock } from './paths/lock.ts';
import { refuseProtected } from './paths/protected.ts';
import { moveToTrash } from './move/trash.ts';
import type { Input } from '../commands/fs/delete.ts';

export interface DeleteInput extends Input {
  /** Refuse anything else. */
  readonly only?: 'file' | 'folder';
}

/** Removes a file, a link (never what it leads to) or a folder: to the trash, unless for good. */
export async function deletePath(input: DeleteInput, context: Context) {
  const entry = await findEntry(context, input.path);
  const { path: absolute, shown } = entry;
  refuseProtected(entry, 'deleted', context);
  try {
    return await withLock(absolute, async () => {
      const isFolder = (await lstat(absolute)).isDirectory();
      checkKind(isFolder, input.only, shown);
      if (isFolder) await checkFolder(absolute, shown, input.recursive, context);
      throwIfAborted(context.signal);
      if (input.permanent) {
        await rm(absolute, { recursive: isFolder });
        return { path: shown, permanent: true };
      }
      return { path: shown, permanent: false, trashed: await moveToTrash(absolute, context) };
    });
  } catch (thrown) {
    throwIfAborted(context.signal);
    throw toCommandError(thrown, shown);
  }
}

function checkKind(isFolder: boolean, only: DeleteInput['only'], shown: string): void {
  if (only === 'file' && isFolder) {
    throw new CommandError('IS_DIRECTORY', `${shown} is a folder`, { hint: 'Use helve fs delete-folder.' });
  }
  if (only === 'folder' && !isFolder) {
    throw new CommandError('NOT_DIRECTORY', `${shown} is not a folder`, { hint: 'Use helve fs delete-file.' });
  }
}

async function checkFolder(absolute: string, shown: string, recursive: boolean, context: Context): Promise<void> {
  const entries = await readdir(absolute, { withFileTypes: true });
  if (entries.length > 0 && !recursive) {
    throw new CommandError('NOT_EMPTY', `${shown} is a folder with ${entries.length} entries`, {
      hint: worded`Add ${parameter('recursive')} to delete it with all that is in it.`,
      details: { path: shown, count: entries.length },
    });
  }
  for (const entry of entries) {
    throwIfAborted(context.signal);
    const child = join(absolute, entry.name);
    if (!context.permits(child, 'write')) {
      throw new CommandError('PERMISSION_DENIED', `${shown} holds ${child}, which may not be deleted`, {
        hint: 'A rule denies it; delete the rest one by one.',
        retry: 'never',
      });
    }
    if (entry.isDirectory()) await checkFolder(child, shown, true, context);
  }
}
