import { link, rename, rm, writeFile } from 'node:fs/promises';
import { throwIfAborted, toCommandError } from '@helve/command';
import type { PatchedFile } from './tree.ts';
import { targetAt } from '../paths/target.ts';
import { temporaryName } from '../write/put-in-place.ts';
import { checkUnchanged, type Staged, stageFile } from '../write/replace.ts';

/** Writes and deletes all files or none: first all content is put beside its place, then all are swapped in. */
export async function commitFiles(files: readonly PatchedFile[], signal: AbortSignal): Promise<void> {
  const staged = new Map<PatchedFile, Staged>();
  const undo: (() => Promise<void>)[] = [];
  const backups: string[] = [];
  let current = files[0]?.target.shown;
  try {
    for (const file of files) {
      current = file.target.shown;
      if (file.content !== undefined) staged.set(file, await stage(file, file.content, signal));
    }
    for (const file of files) {
      current = file.target.shown;
      throwIfAborted(signal);
      await checkUnchanged(file.target);
      const { stats } = file.target;
      const at = staged.get(file)?.at ?? targetAt(file.target);
      const backup = temporaryName(at);
      if (stats) {
        backups.push(backup);
        if (file.content === undefined) await rename(at, backup);
        else await keepCopy(at, backup, file.original, Number(stats.mode) & 0o777);
        undo.push(() => rename(backup, at));
      }
      await staged.get(file)?.commit();
      if (!stats) undo.push(() => rm(at, { force: true }));
    }
  } catch (thrown) {
    for (const step of undo.toReversed()) await step();
    for (const file of [...staged.values()].toReversed()) await file.discard();
    await removeAll(backups);
    throw toCommandError(thrown, current);
  }
  await removeAll(backups);
}

async function stage({ target, like, executable }: PatchedFile, content: Buffer, signal: AbortSignal): Promise<Staged> {
  const options = { signal, executable };
  return stageFile(target, [content], like && !target.stats ? { ...options, like } : options);
}

/** A second name for the file, so that putting it back restores the very same file. */
async function keepCopy(at: string, backup: string, content: Buffer | undefined, mode: number): Promise<void> {
  await link(at, backup).catch(() => writeFile(backup, content ?? '', { flag: 'wx', mode }));
}

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}
