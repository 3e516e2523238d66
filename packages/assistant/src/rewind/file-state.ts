import type { BigIntStats } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readRegularFile, realPath } from '@helve/command';
import type { FileState } from './changes.ts';
import { type ContentStore, hashOf } from './content-store.ts';

/** Larger files are not kept. */
export const MOST_BYTES = 10 * 1024 * 1024;

/** Gives the hash of a content, and may keep it. */
export type Keep = (content: Buffer) => Promise<string>;

export const onlyHash: Keep = async (content) => hashOf(content);

export function keepIn(store: ContentStore, now: () => number): Keep {
  return (content) => store.keep(content, now());
}

/** The path with every link in its folder's path followed: what is written there lands there. */
export function canonical(path: string): string {
  return join(realPath(dirname(path)), basename(path));
}

/** What a path is now; undefined where it is a folder. */
export async function stateOf(path: string, keep: Keep): Promise<FileState | undefined> {
  const stats = await lstat(path, { bigint: true }).catch(() => undefined);
  if (!stats) return absent(path);
  if (stats.isDirectory()) return undefined;
  if (!stats.isFile() && !stats.isSymbolicLink()) return lost('it is not a regular file', stats);
  if (stats.size > MOST_BYTES) return lost('it was larger than 10 MB', stats);
  try {
    if (stats.isSymbolicLink()) return { kind: 'link', target: await readlink(path) };
    return { kind: 'file', hash: await keep(readRegularFile(path, MOST_BYTES)), mode: Number(stats.mode) & 0o7777 };
  } catch (thrown) {
    return lost(`it could not be read (${(thrown as NodeJS.ErrnoException).code ?? 'unknown'})`, stats);
  }
}

export function lost(why: string, stats: BigIntStats): FileState {
  return { kind: 'lost', why, stamp: stampOf(stats) };
}

/** Changes when the file does, as far as can be seen without reading it. */
export function stampOf({ size, mtimeNs, ctimeNs, ino, mode }: BigIntStats): string {
  return [size, mtimeNs, ctimeNs, ino, mode].join(':');
}

/** All files at and below some paths, up to a number. */
export async function filesBelow(path: string, most: number): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined && found.length < most; next = waiting.pop()) {
    const folder = next;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
    if (!entries) found.push(folder);
    for (const entry of entries ?? []) {
      if (entry.isDirectory()) waiting.push(join(folder, entry.name));
      else found.push(join(folder, entry.name));
    }
  }
  return found.slice(0, most);
}

async function absent(path: string): Promise<FileState> {
  let missing: string | undefined;
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (await lstat(folder).catch(() => undefined)) break;
    missing = folder;
  }
  return { kind: 'absent', ...(missing === undefined ? {} : { missing }) };
}
