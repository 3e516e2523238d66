import { sep } from 'node:path';
import { CommandError, type Context, realPath } from '@helve/command';
import type { Entry } from './entry.ts';

/** Refuses what must stay where it is: the root, the working directory, the user's home and HELVE_HOME. */
export function refuseProtected({ path, shown }: Entry, fate: 'deleted' | 'moved', context: Context): void {
  const kept = [context.place.cwd, context.place.home, context.place.env.HOME ?? context.place.env.USERPROFILE];
  for (const folder of kept) {
    if (folder !== undefined && isAtOrBelow(realPath(folder), path)) {
      throw new CommandError('PERMISSION_DENIED', `${shown} is or holds ${folder}, which is never ${fate}`, {
        hint: 'Take single things in it instead.',
        retry: 'never',
      });
    }
  }
}

/** Whether an absolute path is a folder or something in it. */
export function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
