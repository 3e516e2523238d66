import { statSync } from 'node:fs';
import { CommandError, type Place, resolvePath } from '@helve/command';

/** A folder that somebody named, which must exist. */
export function folderAt(named: string, place: Pick<Place, 'cwd' | 'env'>): string {
  const folder = resolvePath(place, named);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new CommandError('INVALID_INPUT', `${named} is not a folder`, { hint: 'Name a folder that exists.' });
}
