import { makeFolder } from './make-folder.ts';
import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from './caller.ts';

export interface Spill {
  readonly place: Pick<Place, 'home'>;
  readonly now: () => number;
}

const KEPT_FOR = 7 * 24 * 60 * 60 * 1000;

/** The path of a new file for what a result leaves out; such files are removed after a week. */
export async function createSpillPath({ place: { home }, now }: Spill): Promise<string> {
  const folder = join(home, 'spill');
  await makeFolder(folder, 0o700);
  await removeOld(folder, now() - KEPT_FOR);
  const stamp = new Date(now()).toISOString().replace(/[:.]/g, '-');
  return join(folder, `${stamp}-${randomBytes(4).toString('hex')}.txt`);
}

async function removeOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const age = await stat(file).then(
      (found) => found.mtimeMs,
      () => before,
    );
    if (age < before) await rm(file, { force: true });
  }
}
