import { join } from 'node:path';
import { CommandError, type Context, parameter, resolvePath, worded } from '@helve/command';
import { deletePath } from './delete.ts';
import { makeFolder } from './mkdir.ts';
import { writeTextFile } from './write.ts';
import type { Input as Named } from '../commands/fs/create-folder.ts';

/** A new file in a folder. */
export async function createFile(input: Named & { readonly source: string }, context: Context) {
  return writeTextFile({ path: childOf(input, context), content: input.source, ifExists: 'fail' }, context);
}

/** New content for a file that is there. */
export async function updateFile(input: Named & { readonly content: string }, context: Context) {
  return writeTextFile({ path: childOf(input, context), content: input.content, ifMissing: 'fail' }, context);
}

export async function createFolder(input: Named, context: Context) {
  return makeFolder({ path: childOf(input, context) }, context);
}

export async function deleteFile(input: Named, context: Context) {
  return deletePath({ path: childOf(input, context), permanent: false, recursive: false, only: 'file' }, context);
}

export async function deleteFolder(input: Named, context: Context) {
  return deletePath({ path: childOf(input, context), permanent: false, recursive: true, only: 'folder' }, context);
}

/** The policy has judged the folder only, so the path that the name makes is judged here. */
function childOf({ name, path }: Named, context: Context): string {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) {
    throw new CommandError(
      'INVALID_INPUT',
      worded`${parameter('name')} must be a single name, not ${JSON.stringify(name)}`,
      {
        hint: worded`Put the folder in ${parameter('path')} and only the last part in ${parameter('name')}.`,
        details: { parameter: 'name' },
      },
    );
  }
  const absolute = join(resolvePath(context.place, path), name);
  if (!context.permits(absolute, 'write')) {
    throw new CommandError('PERMISSION_DENIED', `${name} in ${path} may not be written`, {
      hint: 'A rule denies it; choose another path.',
      retry: 'never',
    });
  }
  return absolute;
}
