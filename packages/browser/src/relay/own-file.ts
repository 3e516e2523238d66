import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { call, CommandError, makeFolderSync, worded } from '@helve/command';
import * as v from 'valibot';

/** Reads a JSON file of the home that only its owner may read; one that others could have read or written is refused. */
export function readOwnFile<Content>(
  home: string,
  name: string,
  schema: v.GenericSchema<unknown, Content>,
): Content | undefined {
  const file = join(home, name);
  let descriptor: number;
  try {
    // Without waiting: somebody may have put a pipe there.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw refused(file, code === 'ELOOP' ? 'it is a symbolic link' : `it cannot be read (${code})`);
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw refused(file, 'it is not a regular file');
    if (getuid && found.uid !== getuid()) throw refused(file, 'it belongs to another user');
    const mode = found.mode & 0o777;
    if (getuid && mode !== 0o600) throw refused(file, `its mode is ${mode.toString(8)} instead of 600`);
    return parse(readFileSync(descriptor, 'utf8'), schema, file);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes it at once: readers see the old or the new content. */
export function writeOwnFile(home: string, name: string, content: object): void {
  makeFolderSync(home, 0o700);
  const file = join(home, name);
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporary, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(temporary, file);
}

function parse<Content>(text: string, schema: v.GenericSchema<unknown, Content>, file: string): Content {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch {
    throw refused(file, 'its content is not what helve wrote');
  }
}

function refused(file: string, why: string): CommandError {
  return new CommandError('INVALID_SETTINGS', `${file} cannot be trusted: ${why}`, {
    hint: worded`Remove ${file} and pair your browsers again: ${call('browser pair')}`,
  });
}
