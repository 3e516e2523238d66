import { readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder, toCommandError } from '@helve/command';
import type { PictureFormat } from '../protocol.ts';

interface Place {
  readonly outputDir?: string | undefined;
  readonly home: string;
  readonly cwd: string;
  readonly now: number;
}

/** What kind of file it is. */
interface Kind {
  /** In the state folder, where no other is wanted. */
  readonly folder: string;
  readonly name: string;
  readonly extension: string;
}

/** Files that nobody gave a place are kept for a while. */
const KEPT = 200;

/** Writes a picture to a file of its own and gives the path. */
export function writePicture(bytes: Buffer, format: PictureFormat, place: Place): Promise<string> {
  const kind = { folder: 'screenshots', name: 'screenshot', extension: format === 'png' ? 'png' : 'jpg' };
  return writeResult(bytes, kind, place);
}

/** The same for any result that is a file. */
export async function writeResult(bytes: Buffer, kind: Kind, place: Place): Promise<string> {
  const own = join(place.home, kind.folder);
  const folder = place.outputDir === undefined ? own : resolve(place.cwd, place.outputDir);
  const time = new Date(place.now).toISOString().replaceAll(':', '-');
  try {
    await makeFolder(folder, folder === own ? 0o700 : undefined);
    for (let count = 1; ; count++) {
      const name = `${kind.name}-${time}${count > 1 ? `-${count}` : ''}.${kind.extension}`;
      const file = join(folder, name);
      try {
        await writeFile(file, bytes, { flag: 'wx', mode: folder === own ? 0o600 : 0o644 });
        if (folder === own) await dropOldest(own, `${kind.name}-`);
        return file;
      } catch (thrown) {
        // Two in one millisecond.
        if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
      }
    }
  } catch (thrown) {
    throw toCommandError(thrown, folder);
  }
}

async function dropOldest(folder: string, prefix: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.startsWith(prefix)).sort();
  for (const name of files.slice(0, -KEPT)) await rm(join(folder, name), { force: true });
}
