import { randomBytes } from 'node:crypto';
import { link, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { CommandError } from '../../errors.ts';

/** The token in a file that only its owner may read; made when it is not there. */
export async function readToken(file: string): Promise<string> {
  if (!(await lstat(file).catch(() => undefined))) await makeToken(file);
  const found = await lstat(file);
  if (!found.isFile()) throw refused(file, 'is not a regular file');
  const { uid } = userInfo();
  // Windows has neither owners nor modes in this sense, and says -1.
  if (uid >= 0 && found.uid !== uid) throw refused(file, 'belongs to another user');
  if (uid >= 0 && (found.mode & 0o777) !== 0o600) throw refused(file, 'may be read by others than its owner');
  const token = (await readFile(file, 'utf8')).trim();
  if (!/^[\w-]{32,}$/.test(token)) throw refused(file, 'holds no token');
  return token;
}

/** Written whole before it has its name, so that two servers that start at once read the same one. */
async function makeToken(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function refused(file: string, why: string): CommandError {
  return new CommandError('INVALID_SETTINGS', `${file} ${why}`, {
    hint: 'Remove it: a new one is made at the next start, and clients need to read it anew.',
  });
}
