import { CommandError, type Context, resolvePath, toCommandError } from '@helve/command';
import { makeFolders } from './write/folders.ts';
import { shownPath } from './paths/regular-file.ts';
import { statIfThere } from './paths/target.ts';

/** Makes a folder and those above it. */
export async function makeFolder(input: { readonly path: string }, context: Context) {
  const absolute = resolvePath(context.place, input.path);
  const shown = shownPath(context.place.cwd, absolute);
  try {
    const stats = await statIfThere(absolute);
    if (stats && !stats.isDirectory()) {
      throw new CommandError('ALREADY_EXISTS', `${shown} exists already and is not a folder`, {
        hint: 'Choose another name.',
        details: { path: shown },
      });
    }
    const made = await makeFolders(absolute, shown);
    return { path: shown, created: made.length > 0 };
  } catch (thrown) {
    throw toCommandError(thrown, shown);
  }
}
