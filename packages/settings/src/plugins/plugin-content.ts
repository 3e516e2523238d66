import { createHash } from 'node:crypto';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { CommandError, readRegularFile } from '@helve/command';

const MOST_FILES = 5_000;
const MOST_BYTES = 100 * 1024 * 1024;

/** All that is in a folder, file by file, as the user consents to it: when anything in it changes, this does. */
export async function pluginContent(folder: string): Promise<string> {
  const lines: string[] = [];
  let bytes = 0;
  const visit = async (place: string): Promise<void> => {
    for (const name of (await readdir(place)).toSorted()) {
      const path = join(place, name);
      const found = await lstat(path);
      const shown = JSON.stringify(relative(folder, path));
      if (found.isDirectory()) await visit(path);
      else if (found.isSymbolicLink()) lines.push(`link ${shown} ${JSON.stringify(await insideLink(path, folder))}`);
      else if (found.isFile()) {
        bytes += found.size;
        if (lines.length >= MOST_FILES || bytes > MOST_BYTES) throw tooLarge(folder);
        const hash = createHash('sha256').update(readRegularFile(path, MOST_BYTES));
        lines.push(`${(found.mode & 0o111) === 0 ? 'file' : 'program'} ${shown} ${hash.digest('hex')}`);
      } else throw refused(path, 'it is neither a file nor a folder');
    }
  };
  await visit(folder);
  return lines.join('\n');
}

/** What a link leads to outside can change without the folder changing. */
async function insideLink(path: string, folder: string): Promise<string> {
  const target = await readlink(path);
  const reached = resolve(path, '..', target);
  if (reached !== folder && !reached.startsWith(`${folder}${sep}`)) throw refused(path, 'it points outside the plugin');
  return target;
}

function refused(path: string, why: string): CommandError {
  return new CommandError('INVALID_INPUT', `${path} cannot be part of a plugin: ${why}`, { details: { path } });
}

function tooLarge(folder: string): CommandError {
  return new CommandError('TOO_LARGE', `${folder} holds more than ${MOST_FILES} files or ${MOST_BYTES >> 20} MB`, {
    hint: 'Plugins contain text files; leave out what they can install themselves.',
    details: { path: folder },
  });
}
