import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError, type Context, realPath, resolvePath, somethingAt, toCommandError } from '@helve/command';
import { deniedWrite } from './move/destination.ts';
import { withOpenFolders } from './paths/open-folder.ts';
import { shownPath, statTarget } from './paths/regular-file.ts';
import { retryIfChanged } from './write/changed-meanwhile.ts';
import { makeFolders } from './write/folders.ts';

/** Makes a folder and those above it. */
export async function makeFolder(input: { readonly path: string }, context: Context) {
  const absolute = resolvePath(context.place, input.path);
  const shown = shownPath(context.place.cwd, absolute);
  try {
    return await retryIfChanged(() =>
      withOpenFolders(async (folders) => {
        refuseBrokenLink(absolute, shown);
        const real = realPath(absolute);
        if (real !== absolute && !context.permits(real, 'write')) throw deniedWrite(shown);
        const stats = statSync(real, { throwIfNoEntry: false });
        if (stats && !stats.isDirectory()) {
          throw new CommandError('ALREADY_EXISTS', `${shown} exists already and is not a folder`, {
            hint: 'Choose another name.',
            details: { path: shown },
          });
        }
        const { made } = await makeFolders(real, shown, folders);
        return { path: shown, created: made.length > 0 };
      }),
    );
  } catch (thrown) {
    throw toCommandError(thrown, shown);
  }
}

/** A link to nothing is there, and yet no folder is made in its place or below it. */
function refuseBrokenLink(absolute: string, shown: string): void {
  let above = absolute;
  while (!somethingAt(above)) above = dirname(above);
  statTarget(above, shown);
}
