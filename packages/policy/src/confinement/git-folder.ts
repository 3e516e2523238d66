import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The git folder that a path is in, whatever its name: bare repositories and separate git folders have any. */
export function gitFolderOf(path: string): string | undefined {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (isGitFolder(folder)) return folder;
  }
  return undefined;
}

/** Git takes any folder with these for a repository. */
function isGitFolder(folder: string): boolean {
  return isThere(join(folder, 'HEAD')) && isThere(join(folder, 'objects')) && isThere(join(folder, 'refs'));
}

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
