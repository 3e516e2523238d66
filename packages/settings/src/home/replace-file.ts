import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { toCommandError } from '@helve/command';

/** Writes a file so that readers, and whoever finds it after a crash, see the old one or the new one and nothing between. */
export async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  const temp = `${file}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    const handle = await open(temp, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temp, file);
  } catch (thrown) {
    await rm(temp, { force: true });
    throw toCommandError(thrown, file);
  }
}
