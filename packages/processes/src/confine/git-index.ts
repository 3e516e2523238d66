import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readRegularFile, readRegularText } from '@helve/command';

/** A file that git tracks, as its index describes it. */
export interface TrackedFile {
  /** From the top of the work tree. */
  readonly path: string;
  readonly size: number;
  /** In seconds. */
  readonly modified: number;
  readonly isExecutable: boolean;
}

const known = new Map<string, { readonly stamp: string; readonly files: readonly TrackedFile[] }>();

/** The files that the index of a work tree names. None, where there is no index that can be read. */
export function trackedFiles(project: string): readonly TrackedFile[] {
  try {
    const git = gitFolder(join(project, '.git'));
    const file = join(git, 'index');
    const { mtimeMs, size } = statSync(file);
    const stamp = `${mtimeMs} ${size}`;
    const found = known.get(file);
    if (found?.stamp === stamp) return found.files;
    const files = readIndex(readRegularFile(file));
    known.set(file, { stamp, files });
    return files;
  } catch {
    return [];
  }
}

function gitFolder(git: string): string {
  if (statSync(git).isDirectory()) return git;
  return resolve(git, '..', /^gitdir: (.+)\n?$/.exec(readRegularText(git))?.[1] ?? '.');
}

const REGULAR = 0o100_000;

/** Reads an index of version 2 to 4, of a repository with SHA-1. */
function readIndex(bytes: Buffer): readonly TrackedFile[] {
  if (bytes.toString('latin1', 0, 4) !== 'DIRC') return [];
  const version = bytes.readUInt32BE(4);
  const files: TrackedFile[] = [];
  let at = 12;
  let before = '';
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const [modified, mode, size] = [
      bytes.readUInt32BE(at + 8),
      bytes.readUInt32BE(at + 24),
      bytes.readUInt32BE(at + 36),
    ];
    const isExtended = (bytes.readUInt16BE(at + 60) & 0x4000) !== 0;
    const start = at + (isExtended ? 64 : 62);
    const { path, end } = version === 4 ? readPrefixed(bytes, start, before) : readName(bytes, start);
    // Names of earlier versions are padded, with at least one NUL, to a multiple of eight bytes.
    at = version === 4 ? end + 1 : at + Math.ceil((end + 1 - at) / 8) * 8;
    before = path;
    if ((mode & 0o170_000) === REGULAR) files.push({ path, size, modified, isExecutable: (mode & 0o100) !== 0 });
  }
  return files;
}

function readName(bytes: Buffer, start: number): { readonly path: string; readonly end: number } {
  const end = bytes.indexOf(0, start);
  return { path: bytes.toString('utf8', start, end), end };
}

/** In version 4 a name starts with how many bytes of the one before it are dropped. */
function readPrefixed(bytes: Buffer, start: number, before: string): { readonly path: string; readonly end: number } {
  let at = start;
  let byte = bytes[at++] ?? 0;
  let dropped = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes[at++] ?? 0;
    dropped = ((dropped + 1) << 7) | (byte & 0x7f);
  }
  const kept = Buffer.from(before);
  const { path, end } = readName(bytes, at);
  return { path: kept.toString('utf8', 0, kept.length - dropped) + path, end };
}
