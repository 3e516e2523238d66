import { type BigIntStats, existsSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readFileIfAny } from '@helve/command';
import { type Change, type FileState, isSame } from './changes.ts';
import { type Keep, lost, MOST_BYTES, onlyHash, stampOf, stateOf } from './file-state.ts';
import { blobName, type GitFiles, gitFiles } from './git-files.ts';

export interface ScanPlace {
  /** The folder that is looked at, with links followed. */
  readonly folder: string;
  /** The repository that it is in, if any. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keep: Keep;
}

interface Seen {
  readonly stamp: string;
  readonly state: FileState;
}

/** What was in a project before a program ran in it. */
export interface Scan {
  readonly begun: number;
  readonly seen: ReadonlyMap<string, Seen>;
}

/** Bounds of one look: what is beyond them is not kept. */
export const MOST_FILES = 5_000;
const MOST_KEPT = 64 * 1024 * 1024;
const MOST_CHANGES = 2_000;
const LEFT_OUT: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  '.venv',
  '__pycache__',
  '.cache',
]);

/**
 * Finds what programs change in a project. Files that are as git has them need not be read: git keeps what they were.
 * The others are kept before the program runs, unless they are the same as at the last look.
 */
export class ProjectScanner {
  readonly #place: ScanPlace;
  #known = new Map<string, Seen>();
  /** Git does not want to, or takes too long: to wait for it around every program would be worse than not to know. */
  #blind = false;

  constructor(place: ScanPlace) {
    this.#place = place;
  }

  /** Nothing where the project cannot be looked at. */
  async before(now: number): Promise<Scan | undefined> {
    const { keep } = this.#place;
    const look = await this.#look();
    if (!look) return undefined;
    const { clean, other } = look;
    const seen = new Map<string, Seen>();
    const known = new Map<string, Seen>();
    let left = MOST_KEPT;
    for (const [path, { blob, executable }] of clean) {
      seen.set(path, { stamp: `${blob}:${executable}`, state: { kind: 'git', blob, executable } });
    }
    for (const path of other.slice(0, MOST_FILES)) {
      const stats = await lstat(path, { bigint: true }).catch(() => undefined);
      if (!stats || stats.isDirectory()) continue;
      const stamp = stampOf(stats);
      const before = this.#known.get(path);
      const size = stats.isFile() && stats.size <= MOST_BYTES ? Number(stats.size) : 0;
      if (before?.stamp !== stamp) left -= size;
      const state =
        before?.stamp === stamp
          ? before.state
          : left < 0
            ? lost('there was too much to store', stats)
            : await stateOf(path, keep);
      if (!state) continue;
      known.set(path, { stamp, state });
      seen.set(path, { stamp, state });
    }
    this.#known = known;
    return { begun: now, seen };
  }

  async after({ begun, seen: before }: Scan): Promise<readonly Change[]> {
    const look = await this.#look();
    if (!look) return [];
    const { clean, other } = look;
    const now = new Map<string, string>();
    for (const [path, { blob, executable }] of clean) now.set(path, `${blob}:${executable}`);
    for (const path of other.slice(0, MOST_FILES)) {
      const stats = await lstat(path, { bigint: true }).catch(() => undefined);
      if (stats && !stats.isDirectory()) now.set(path, stampOf(stats));
    }
    const gone = [...before].filter(([path]) => !now.has(path));
    const wanted = new Set([
      ...gone.map(([path]) => path),
      ...[...now].flatMap(([path, stamp]) => (before.get(path)?.stamp === stamp ? [] : [path])),
    ]);
    const moved = new Set(gone.map(([, { state }]) => nameOf(state)));
    const changes: Change[] = [];
    for (const path of [...wanted].slice(0, MOST_CHANGES)) {
      const after = await stateOf(path, onlyHash);
      if (!after) continue;
      const state = before.get(path)?.state ?? (await beforeNew(path, begun, moved));
      if (isSame(state, after) || (await isStillClean(path, state))) continue;
      changes.push({ path, before: state, after });
    }
    return changes;
  }

  async #look(): Promise<GitFiles | undefined> {
    const { folder, root, env } = this.#place;
    if (this.#blind) return undefined;
    if (!existsSync(join(root, '.git'))) return { clean: new Map(), other: await walk(folder) };
    const found = await gitFiles(root, folder, env);
    this.#blind = !found;
    return found;
  }
}

/**
 * A file that nobody saw before is new if it was made since, or is another one that is gone. Else it was there, and only
 * ignored: what it was is not known, and it must not be taken for new.
 */
async function beforeNew(path: string, begun: number, moved: ReadonlySet<string>): Promise<FileState> {
  const stats = await lstat(path, { bigint: true }).catch(() => undefined);
  const missing = await newFolder(path, begun);
  const absent: FileState = { kind: 'absent', ...(missing === undefined ? {} : { missing }) };
  if (!stats || isNew(stats, begun)) return absent;
  const content = stats.isFile() && stats.size <= MOST_BYTES ? readFileIfAny(path) : undefined;
  if (content) {
    const names = [
      `file:${await onlyHash(content)}`,
      ...['', 'x'.repeat(64)].map((like) => `git:${blobName(content, like)}`),
    ];
    if (names.some((name) => moved.has(name))) return absent;
  }
  return lost('it existed before and was not recorded', stats);
}

/** The topmost folder of a path that was made since. */
async function newFolder(path: string, begun: number): Promise<string | undefined> {
  let made: string | undefined;
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const stats = await lstat(folder, { bigint: true }).catch(() => undefined);
    if (!stats || !isNew(stats, begun)) break;
    made = folder;
  }
  return made;
}

function isNew({ birthtimeMs }: BigIntStats, begun: number): boolean {
  return Number(birthtimeMs) >= begun - CLOCK_MS;
}

/** The file system's clock is a little behind. */
const CLOCK_MS = 50;

function nameOf(state: FileState): string {
  if (state.kind === 'git') return `git:${state.blob}`;
  return state.kind === 'file' ? `file:${state.hash}` : '';
}

/** Git looks at it otherwise now, as after `git rm --cached`, and it is what it was. */
async function isStillClean(path: string, state: FileState): Promise<boolean> {
  if (state.kind !== 'git') return false;
  const stats = await lstat(path).catch(() => undefined);
  const content = readFileIfAny(path);
  if (!stats?.isFile() || !content) return false;
  return blobName(content, state.blob) === state.blob && ((stats.mode & 0o100) !== 0) === state.executable;
}

/** All files below a folder that is in no repository, near ones first. */
export async function walk(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  let level = [folder];
  while (level.length > 0 && found.length < MOST_FILES) {
    const next: string[] = [];
    for (const place of level) {
      for (const entry of await readdir(place, { withFileTypes: true }).catch(() => [])) {
        if (LEFT_OUT.has(entry.name)) continue;
        (entry.isDirectory() ? next : found).push(join(place, entry.name));
      }
    }
    level = next;
  }
  return found;
}
