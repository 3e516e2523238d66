import { readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { toCommandError } from '@helve/command';
import { makeFolder } from '@helve/settings';
import type { PictureFormat } from '../protocol.ts';

interface Place {
  readonly outputDir?: string | undefined;
  readonly home: string;
  readonly cwd: string;
  readonly now: number;
}

/** Pictures that nobody gave a place are kept for a while. */
const KEPT = 200;
const NAME = /^screenshot-.*\.(?:png|jpg)$/;

/** Writes a picture to a file of its own and gives the path. */
export async function writePicture(bytes: Buffer, format: PictureFormat, place: Place): Promise<string> {
  const own = join(place.home, 'screenshots');
  const folder = place.outputDir === undefined ? own : resolve(place.cwd, place.outputDir);
  const time = new Date(place.now).toISOString().replaceAll(':', '-');
  try {
    await makeFolder(folder, folder === own ? 0o700 : undefined);
    for (let count = 1; ; count++) {
      const file = join(
        folder,
        `screenshot-${time}${count > 1 ? `-${count}` : ''}.${format === 'png' ? 'png' : 'jpg'}`,
      );
      try {
        await writeFile(file, bytes, { flag: 'wx', mode: folder === own ? 0o600 : 0o644 });
        if (folder === own) await dropOldest(own);
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

async function dropOldest(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  for (const name of files.slice(0, -KEPT)) await rm(join(folder, name), { force: true });
}
