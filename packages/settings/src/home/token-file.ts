import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { getuid } from 'node:process';
import { CommandError, makeFolderSync, worded, type Wording } from '@helve/command';

/** A file with a secret that proves to a server on this machine that a request comes from its user. */
export interface TokenFile {
  readonly path: string;
  /** How to get a new one after the file was removed, as it goes on from "Remove it". */
  readonly renew: Wording;
}

/** The token. A file that others could have read or written is refused, never mended: what it holds may be known already. */
export function readToken(file: TokenFile): string {
  const descriptor = open(file);
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw refused(file, 'it is not a regular file');
    // Windows has neither owners nor modes in this sense.
    if (getuid && found.uid !== getuid()) throw refused(file, 'it belongs to another user');
    const mode = found.mode & 0o777;
    if (getuid && mode !== 0o600) throw refused(file, `its mode is ${mode.toString(8)} instead of 600`);
    const token = readFileSync(descriptor, 'utf8').trimEnd();
    if (!/^[0-9a-f]{64}$/.test(token)) throw refused(file, 'it does not contain a token');
    return token;
  } finally {
    closeSync(descriptor);
  }
}

/** The token of a file that is made where there is none. */
export function ensureToken(file: TokenFile): string {
  if (!lstatSync(file.path, { throwIfNoEntry: false })) make(file.path);
  return readToken(file);
}

/** It has its mode and content at once, and of two that are made at the same time one counts. */
function make(path: string): void {
  makeFolderSync(dirname(path), 0o700);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function open(file: TokenFile): number {
  try {
    // Without waiting: somebody may have put a pipe there.
    return openSync(file.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP') throw refused(file, 'it is a symbolic link');
    throw refused(file, code === 'ENOENT' ? 'it does not exist' : `it cannot be read (${code})`);
  }
}

function refused({ path, renew }: TokenFile, why: string): CommandError {
  return new CommandError('INVALID_SETTINGS', `The token file ${path} cannot be trusted: ${why}`, {
    hint: worded`Remove it ${renew}`,
  });
}
