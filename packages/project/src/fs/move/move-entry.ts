import { rename, rm } from 'node:fs/promises';
import type { Context } from '@helve/command';
import { copyTree } from './copy-tree.ts';
import { temporaryName } from '../write/put-in-place.ts';

/** Gives a file, link or folder another path, also on another file system; if it fails, it is where it was. */
export async function moveEntry(from: string, to: string, context: Context): Promise<void> {
  try {
    await rename(from, to);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EXDEV') throw thrown;
    await moveAcross(from, to, context);
  }
}

async function moveAcross(from: string, to: string, context: Context): Promise<void> {
  const arriving = temporaryName(to);
  const leaving = temporaryName(from);
  try {
    await copyTree(from, arriving, { signal: context.signal, keepOwner: true });
    await rename(from, leaving);
    await rename(arriving, to).catch(async (thrown: unknown) => {
      await rename(leaving, from);
      throw thrown;
    });
  } catch (thrown) {
    await rm(arriving, { recursive: true, force: true });
    throw thrown;
  }
  // The move is done; what remains of the original must not make it fail.
  await rm(leaving, { recursive: true }).catch((thrown: unknown) => {
    context.warn(`${leaving} could not be removed completely: ${String(thrown)}`);
  });
}
