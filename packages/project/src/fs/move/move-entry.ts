import { rename } from 'node:fs/promises';
import type { Context } from '@helve/command';
import { ChangedMeanwhile, retryIfChanged } from '../write/changed-meanwhile.ts';
import { copyTree, isUnchanged, type Original, type Seen } from './copy-tree.ts';
import { removeTree } from './remove-tree.ts';
import { temporaryName } from '../write/put-in-place.ts';

/** Gives a file, link or folder another path, also on another file system; if it fails, it is where it was. */
export async function moveEntry(from: Original, to: string, context: Context): Promise<void> {
  try {
    await rename(from.at, to);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EXDEV') throw thrown;
    await retryIfChanged(() => moveAcross(from, to, context));
  }
}

/** A file in a folder may be changed while the folder is copied: then it is copied again. */
async function moveAcross(from: Original, to: string, context: Context): Promise<void> {
  const arriving = temporaryName(to);
  const leaving = temporaryName(from.at);
  try {
    const seen: Seen = new Map();
    await copyTree(from, arriving, { signal: context.signal, keepOwner: true, seen });
    await rename(from.at, leaving);
    try {
      if (!(await isUnchanged(leaving, seen, context.signal))) throw new ChangedMeanwhile(from.path);
      await rename(arriving, to);
    } catch (thrown) {
      await rename(leaving, from.at);
      throw thrown;
    }
  } catch (thrown) {
    await removeTree(arriving);
    throw thrown;
  }
  // The move is done; what remains of the original must not make it fail.
  await removeTree(leaving).catch((thrown: unknown) => {
    context.warn(`${from.path} was moved, and what it was could not be removed completely: ${String(thrown)}`);
  });
}
