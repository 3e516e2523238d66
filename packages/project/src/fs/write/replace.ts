import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { call, CommandError, throwIfAborted, worded } from '@helve/command';
import { ChangedMeanwhile } from './changed-meanwhile.ts';
import { refuseReadOnly } from './read-only.ts';
import { makeFolders, removeFolders } from './folders.ts';
import { putInPlace, temporaryName } from './put-in-place.ts';
import { statIfThere, type Target, targetAt } from '../paths/target.ts';

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface ReplaceOptions {
  readonly signal: AbortSignal;
  /** Fail where the file has changed since the target was found. */
  readonly unchanged?: boolean;
  /** A file that has appeared meanwhile is an error, not a reason to start over. */
  readonly exclusive?: boolean;
  /** The file whose owner and mode to take; else those of the file that is replaced. */
  readonly like?: BigIntStats | undefined;
  readonly executable?: boolean | undefined;
}

export interface Written {
  readonly bytes: number;
  readonly hash: string;
}

/** New content that waits beside its file. Either `commit` puts it in place, or `discard` leaves no trace of it. */
export interface Staged {
  /** The path of the file in its open folder. */
  readonly at: string;
  readonly written: Written;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

const PIECE = 1 << 20;

/** Puts new content in a file's place in one step: whoever reads it sees the old or the new, never a part. */
export async function replaceFile(target: Target, chunks: Chunks, options: ReplaceOptions): Promise<Written> {
  const staged = await stageFile(target, chunks, options);
  try {
    await staged.commit();
    return staged.written;
  } catch (thrown) {
    await staged.discard();
    throw thrown;
  }
}

/** Writes new content, safe on the disk, beside the file it is for. */
export async function stageFile(target: Target, chunks: Chunks, options: ReplaceOptions): Promise<Staged> {
  if (target.stats) await refuseReadOnly(targetAt(target), target.shown, Number(target.stats.mode));
  const { folder, made } = await makeFolders(dirname(target.path), target.shown, target.folders);
  const at = folder.at(basename(target.path));
  const temp = temporaryName(at);
  const discard = async () => {
    await rm(temp, { force: true });
    await removeFolders(made);
  };
  try {
    const written = await writeChunks(temp, chunks, { like: target.stats, ...options });
    return {
      at,
      written,
      commit: async () => {
        if (options.unchanged) await checkUnchanged(target);
        throwIfAborted(options.signal);
        await putInPlace(temp, at, !target.stats).catch((thrown: unknown) => {
          const hasAppeared = (thrown as NodeJS.ErrnoException).code === 'EEXIST' && !options.exclusive;
          throw hasAppeared ? new ChangedMeanwhile(target.shown) : thrown;
        });
      },
      discard,
    };
  } catch (thrown) {
    await discard();
    throw thrown;
  }
}

export function staleError(shown: string): CommandError {
  return new CommandError('STALE', `${shown} has changed since it was read`, {
    hint: worded`Read it again, then retry: ${call('fs read', { path: shown })}`,
    details: { path: shown },
  });
}

/** Fails where the file is no longer the one that was found. */
export async function checkUnchanged({ at, shown, stats: before }: Target): Promise<void> {
  const now = await statIfThere(at);
  const same =
    now?.ino === before?.ino &&
    now?.dev === before?.dev &&
    now?.size === before?.size &&
    now?.mtimeNs === before?.mtimeNs;
  if (!same) throw new ChangedMeanwhile(shown);
}

async function writeChunks(temp: string, chunks: Chunks, options: ReplaceOptions): Promise<Written> {
  const { like, executable, signal } = options;
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(temp, 'wx', like ? 0o600 : 0o666);
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += PIECE) {
        throwIfAborted(signal);
        const piece = chunk.subarray(at, at + PIECE);
        await file.writeFile(piece);
        hash.update(piece);
        bytes += piece.length;
      }
    }
    throwIfAborted(signal);
    if (like) await keepOwnerAndMode(file, like);
    if (executable !== undefined) await setExecutable(file, executable);
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, hash: hash.digest('hex') };
}

async function keepOwnerAndMode(file: FileHandle, like: BigIntStats): Promise<void> {
  const now = await file.stat({ bigint: true });
  if (now.uid !== like.uid || now.gid !== like.gid) await file.chown(Number(like.uid), Number(like.gid));
  await file.chmod(Number(like.mode) & 0o7777);
}

/** Whoever may read it may run it, or nobody may. */
async function setExecutable(file: FileHandle, executable: boolean): Promise<void> {
  const mode = (await file.stat()).mode & 0o7777;
  await file.chmod(executable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111);
}
