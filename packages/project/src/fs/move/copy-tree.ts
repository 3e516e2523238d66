import { constants, createReadStream, createWriteStream, type Stats } from 'node:fs';
import { chmod, copyFile, lchown, lstat, lutimes, mkdir, readdir, readlink, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandError, throwIfAborted } from '@helve/command';
import { kindOf } from '../paths/regular-file.ts';

export interface Copied {
  files: number;
  folders: number;
  links: number;
  bytes: number;
}

export interface CopyOptions {
  readonly signal: AbortSignal;
  /** As for a move: the copy belongs to whom the original does. */
  readonly keepOwner?: boolean;
  /** Whether what is at this path below the first folder is copied; all is, unless given. */
  readonly admits?: (relativePath: string) => boolean;
}

/** Copies a file, link or folder to a name that is free: links as links, with modes and times. */
export async function copyTree(from: string, to: string, options: CopyOptions): Promise<Copied> {
  const copied: Copied = { files: 0, folders: 0, links: 0, bytes: 0 };
  const folders: [string, Stats][] = [];

  async function copyEntry(relative: string): Promise<void> {
    throwIfAborted(options.signal);
    const [source, target] = [join(from, relative), join(to, relative)];
    const stats = await lstat(source);
    if (stats.isDirectory()) {
      await mkdir(target, { mode: 0o700 });
      folders.push([target, stats]);
      copied.folders++;
      for (const name of await readdir(source)) {
        const child = join(relative, name);
        if (options.admits?.(child) ?? true) await copyEntry(child);
      }
    } else if (stats.isSymbolicLink()) {
      await symlink(await readlink(source), target);
      if (options.keepOwner) await giveOwner(target, stats);
      await lutimes(target, stats.atimeMs / 1000, stats.mtimeMs / 1000);
      copied.links++;
    } else if (stats.isFile()) {
      await copyContent(source, target, options.signal);
      await keepAttributes(target, stats, options);
      copied.files++;
      copied.bytes += stats.size;
    } else {
      throw new CommandError('NOT_A_FILE', `${source} is a ${kindOf(stats)}, which cannot be copied`, {
        hint: 'Only files, folders and links are copied.',
        details: { path: source },
      });
    }
  }

  await copyEntry('');
  // Last and from the inside out, because filling a folder needs its write bit and changes its time.
  for (const [path, stats] of folders.toReversed()) await keepAttributes(path, stats, options);
  return copied;
}

/** A clone where the file system can make one; else a stream, which can be cancelled. */
async function copyContent(from: string, to: string, signal: AbortSignal): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL);
  } catch {
    await pipeline(createReadStream(from), createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal });
  }
}

async function keepAttributes(path: string, stats: Stats, { keepOwner }: CopyOptions): Promise<void> {
  const isSame = keepOwner === true && (await giveOwner(path, stats));
  // A program that runs as its owner must not become one that runs as somebody else.
  await chmod(path, stats.mode & (isSame || stats.isDirectory() ? 0o7777 : 0o777));
  await utimes(path, stats.atimeMs / 1000, stats.mtimeMs / 1000);
}

/** Whether it could be given: only root may give files away. */
async function giveOwner(path: string, { uid, gid }: Stats): Promise<boolean> {
  try {
    await lchown(path, uid, gid);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EPERM') return false;
    throw thrown;
  }
}
