import { randomBytes } from 'node:crypto';
import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  CommandError,
  makeFolder,
  projectRoot,
  readRegularText,
  realPath,
  somethingAt,
  toCommandError,
} from '@helve/command';
import { withFileLock } from '@helve/settings';

export type NoteScope = 'project' | 'user';

/** Where a note goes: AGENTS.md of the project or of the user. */
export function noteFile(scope: NoteScope, { cwd, home }: { readonly cwd: string; readonly home: string }): string {
  return join(scope === 'user' ? home : projectRoot(realPath(cwd)), 'AGENTS.md');
}

/**
 * Adds a line to what the model is told in every conversation. The file is replaced in one step, and two that add at the
 * same time do not lose each other's line. Gives the file.
 */
export async function addNote(
  note: string,
  scope: NoteScope,
  place: { readonly cwd: string; readonly home: string },
): Promise<string> {
  const line = note.trim().replace(/\s*\n\s*/g, ' ');
  if (line === '') throw new CommandError('INVALID_INPUT', 'The note is empty', { hint: 'Give the text to remember.' });
  const file = noteFile(scope, place);
  try {
    await makeFolder(place.home, 0o700);
    await withFileLock(join(place.home, 'notes.lock'), () => append(file, `- ${line}\n`));
  } catch (thrown) {
    throw toCommandError(thrown, file);
  }
  return file;
}

async function append(file: string, line: string): Promise<void> {
  // Where the name is a link, as to a CLAUDE.md, the file behind it is the one to change.
  const target = await realpath(file).catch(() => file);
  const before = somethingAt(target) ? readRegularText(target) : '';
  const temp = join(dirname(target), `.helve-${randomBytes(12).toString('hex')}.tmp`);
  try {
    await writeFile(temp, `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${line}`, { flag: 'wx' });
    const found = await stat(target).catch(() => undefined);
    if (found) await chmod(temp, found.mode & 0o7777);
    await rename(temp, target);
  } catch (thrown) {
    await rm(temp, { force: true });
    throw thrown;
  }
}
