import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@helve/registry';

/**
 * The secret that proves to the service that a request comes from its user. A file that others could have read or written
 * is refused, never mended: what it holds may be known already.
 */
export function readToken(home: string): string {
  const file = tokenFile(home);
  const descriptor = openToken(file);
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw refused(file, 'it is not a regular file');
    if (process.getuid && found.uid !== process.getuid()) throw refused(file, 'it belongs to another user');
    const mode = found.mode & 0o777;
    if (process.getuid && mode !== 0o600) throw refused(file, `its mode is ${mode.toString(8)} instead of 600`);
    const token = readFileSync(descriptor, 'utf8').trimEnd();
    if (!/^[0-9a-f]{64}$/.test(token)) throw refused(file, 'it does not hold a token');
    return token;
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the token of a home that has none, at once with its mode and content; checks the one that is there. */
export function ensureToken(home: string): void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = tokenFile(home);
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(temporary, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  readToken(home);
}

function tokenFile(home: string): string {
  return join(home, 'token');
}

function openToken(file: string): number {
  try {
    // Without waiting: somebody may have put a pipe there.
    return openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP') throw refused(file, 'it is a symbolic link');
    throw refused(file, code === 'ENOENT' ? 'it does not exist' : `it cannot be read (${code})`);
  }
}

function refused(file: string, why: string): CommandError {
  return new CommandError('INVALID_SETTINGS', `The token file ${file} cannot be trusted: ${why}`, {
    hint: `Remove it and start the service anew: rm ${file} && helve service restart`,
  });
}
