import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { CommandError } from '@helve/command';

/**
 * Refuses a file that its owner has protected. The system would let us: to replace a file takes only the right to change
 * its folder, and root may write any file.
 */
export async function refuseReadOnly(path: string, shown: string, mode: number): Promise<void> {
  const isWritable = await access(path, constants.W_OK).then(
    () => (mode & 0o222) !== 0,
    (thrown: NodeJS.ErrnoException) => thrown.code !== 'EACCES' && thrown.code !== 'EPERM',
  );
  if (isWritable) return;
  const bits = (mode & 0o777).toString(8).padStart(3, '0');
  throw new CommandError('READ_ONLY', `${shown} is write-protected (mode ${bits})`, {
    hint: `Ask its owner, or make it writable first: chmod u+w ${JSON.stringify(shown)}`,
    details: { path: shown, mode: bits },
  });
}
