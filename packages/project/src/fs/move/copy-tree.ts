import { closeSync, constants, read, type Stats } from 'node:fs';
import {
  chmod,
  chown,
  copyFile,
  type FileHandle,
  lchown,
  lstat,
  lutimes,
  mkdir,
  open,
  readdir,
  readlink,
  symlink,
  utimes,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError, throwIfAborted } from '@helve/command';
import { entriesBelow } from '../paths/entry.ts';
import { isTemporary } from '../write/put-in-place.ts';
import { pathOfOpen } from '../paths/locate.ts';
import { OpenFolder } from '../paths/open-folder.ts';
import { kindOf, openFileAt } from '../paths/regular-file.ts';

const PIECE = 1 << 20;

const readBytes = promisify(read);

export interface Copied {
  files: number;
  folders: number;
  links: number;
  bytes: number;
}

/** What a file looked like when it was copied, by its path below the first folder. */
export type Seen = Map<string, Stats>;

export interface CopyOptions {
  readonly seen?: Seen;
  readonly signal: AbortSignal;
  /** As for a move: the copy belongs to whom the original does. */
  readonly keepOwner?: boolean;
  /** Whether what is at this path below the first folder is copied; all is, unless given. */
  readonly admits?: (relativePath: string) => boolean;
}

/** What is copied: its path, and the same in its open folder. */
export interface Original {
  readonly at: string;
  readonly path: string;
}

/**
 * Copies a file, link or folder to a name that is free, given as an open folder has it: links as links, with modes and
 * times. Each folder on the way is opened, so that no link that another program puts in its place is followed.
 */
export async function copyTree(from: Original, to: string, options: CopyOptions): Promise<Copied> {
  const copied: Copied = { files: 0, folders: 0, links: 0, bytes: 0 };

  async function copyEntry(source: string, target: string, relative: string): Promise<void> {
    throwIfAborted(options.signal);
    const stats = await lstat(source);
    options.seen?.set(relative, stats);
    if (stats.isDirectory()) {
      await mkdir(target, { mode: 0o700 });
      copied.folders++;
      await copyFolder(source, target, relative, stats);
    } else if (stats.isSymbolicLink()) {
      await symlink(await readlink(source), target);
      if (options.keepOwner) await giveOwner((uid, gid) => lchown(target, uid, gid), stats);
      await lutimes(target, stats.atimeMs / 1000, stats.mtimeMs / 1000);
      copied.links++;
    } else if (stats.isFile()) {
      await copyFileAt(source, target, join(from.path, relative), stats, options);
      copied.files++;
      copied.bytes += stats.size;
    } else {
      const path = join(from.path, relative);
      throw new CommandError('NOT_A_FILE', `${path} is a ${kindOf(stats)}, which cannot be copied`, {
        hint: 'Only files, folders and links are copied.',
        details: { path },
      });
    }
  }

  async function copyFolder(source: string, target: string, relative: string, stats: Stats): Promise<void> {
    const [original, copy] = [OpenFolder.openAt(source, source), OpenFolder.openAt(target, target)];
    try {
      for (const name of await readdir(original.here)) {
        if (isTemporary(name)) continue;
        const child = join(relative, name);
        if (options.admits?.(child) ?? true) await copyEntry(original.at(name), copy.at(name), child);
      }
      // Last, because filling a folder needs its write bit and changes its time.
      const { here } = copy;
      if (options.keepOwner) await giveOwner((uid, gid) => chown(here, uid, gid), stats);
      await chmod(here, stats.mode & 0o7777);
      await utimes(here, stats.atimeMs / 1000, stats.mtimeMs / 1000);
    } finally {
      original.close();
      copy.close();
    }
  }

  await copyEntry(from.at, to, '');
  return copied;
}

/** Whether everything below a path is still as it was when it was copied. */
export async function isUnchanged(path: string, seen: Seen, signal: AbortSignal): Promise<boolean> {
  let count = 1;
  const isSame = async (relative: string) => {
    const [before, now] = [seen.get(relative), await lstat(join(path, relative))];
    return before?.ino === now.ino && (now.isDirectory() || isSameContent(before, now));
  };
  if (seen.get('')?.isDirectory()) {
    for await (const relative of entriesBelow(path, signal)) {
      if (isTemporary(basename(relative))) continue;
      count++;
      if (!(await isSame(relative))) return false;
    }
  }
  return count === seen.size && isSame('');
}

function isSameContent(before: Stats, now: Stats): boolean {
  return before.size === now.size && before.mtimeMs === now.mtimeMs && before.mode === now.mode;
}

async function copyFileAt(
  from: string,
  to: string,
  path: string,
  stats: Stats,
  { keepOwner, signal }: CopyOptions,
): Promise<void> {
  const source = openFileAt(from, path);
  try {
    const isCloned = await clone(source, to);
    const creating = isCloned ? constants.O_NOFOLLOW : constants.O_CREAT | constants.O_EXCL;
    const copy = await open(to, constants.O_WRONLY | creating, 0o600);
    try {
      if (!isCloned) await copyContent(source, copy, signal);
      const isSame = keepOwner === true && (await giveOwner((uid, gid) => copy.chown(uid, gid), stats));
      // A program that runs as its owner must not become one that runs as somebody else.
      await copy.chmod(stats.mode & (isSame ? 0o7777 : 0o777));
      await copy.utimes(stats.atimeMs / 1000, stats.mtimeMs / 1000);
    } finally {
      await copy.close();
    }
  } finally {
    closeSync(source);
  }
}

/** Makes a clone, where the file system can. */
async function clone(source: number, to: string): Promise<boolean> {
  const from = pathOfOpen(source);
  if (from === undefined) return false;
  return copyFile(from, to, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL).then(
    () => true,
    () => false,
  );
}

/** In pieces, so that it can be cancelled. */
async function copyContent(from: number, to: FileHandle, signal: AbortSignal): Promise<void> {
  const piece = Buffer.allocUnsafe(PIECE);
  for (;;) {
    throwIfAborted(signal);
    const { bytesRead } = await readBytes(from, piece, 0, PIECE, null);
    if (bytesRead === 0) return;
    await to.writeFile(piece.subarray(0, bytesRead));
  }
}

/** Whether it could be given: only root may give files away. */
async function giveOwner(give: (uid: number, gid: number) => Promise<void>, { uid, gid }: Stats): Promise<boolean> {
  try {
    await give(uid, gid);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EPERM') return false;
    throw thrown;
  }
}
