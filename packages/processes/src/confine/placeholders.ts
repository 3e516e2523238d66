import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pid } from 'node:process';
import { readTextIfAny, realPath } from '@helve/command';
import { type Missing, type StandIn, standInFor } from '@helve/policy';
import { Holders } from './holders.ts';

/** By these modes a placeholder is known: nobody else makes such folders and files. */
const MODES = { folder: 0o1700, file: 0o1444 } as const;

/** What is missing or cannot be mounted on among the guarded paths. */
export interface Unguarded {
  readonly missing: readonly Missing[];
  /** Guarded paths in writable folders. */
  readonly guarded: readonly string[];
}

/**
 * Keeps guarded paths that do not exist from being created by a confined program. The kernel can only mount on something,
 * so something stands in for each while the program runs: an empty folder, which git does not show, or a file of git's
 * with the text that means the same as none.
 */
export class Placeholders {
  /** The paths that cannot be created now. */
  readonly paths: readonly string[];
  /** Paths at which somebody has created something since they were missing. */
  readonly appeared: readonly string[];
  readonly #run = `${pid}-${Date.now()}-${(count += 1)}`;
  readonly #pool: string;
  readonly #holders: Holders | undefined;
  readonly #links: readonly (readonly [path: string, target: string])[];

  /** The folder is the project's, among what helve keeps for sandboxes. */
  constructor(folder: string, { missing, guarded }: Unguarded) {
    this.#pool = folder;
    this.#links = guarded.flatMap((path) => linkOf(join(realPath(dirname(path)), basename(path))));
    this.#holders = missing.length === 0 ? undefined : new Holders(folder);
    this.paths =
      this.#holders?.locked(() => {
        this.#holders?.join(this.#run);
        return missing.flatMap((each) => (this.#put(each) ? [each.path] : []));
      }) ?? [];
    this.appeared = missing.map(({ path }) => path).filter((path) => !this.paths.includes(path) && exists(path));
  }

  release(): void {
    attempt(() => this.#holders?.locked(() => this.#leave()));
    for (const [path, target] of this.#links) putBack(path, target);
  }

  #leave(): void {
    for (const path of this.#holders?.leave(this.#run, this.paths) ?? []) this.#takeAway(path);
  }

  #put({ path, standIn }: Missing): boolean {
    if (exists(path)) return isPlaceholder(path);
    const parent = dirname(path);
    if (isEditors(parent) && !exists(parent)) this.#make(parent, { kind: 'folder' });
    return this.#make(path, standIn);
  }

  /** One that was used before is moved, which takes less time than to make one. That needs the same file system. */
  #make(path: string, standIn: StandIn): boolean {
    const spares = this.#spares(standIn);
    for (let spare = spares.pop(); spare !== undefined; spare = spares.pop()) {
      const from = spare;
      if (inFolder(path, (at) => renameSync(from, at))) return true;
    }
    return inFolder(path, (at) => {
      if (standIn.kind === 'folder') return mkdirSync(at, { mode: MODES.folder });
      return writeFileSync(at, standIn.text, { flag: 'wx', mode: MODES.file });
    });
  }

  #takeAway(path: string): void {
    if (!isPlaceholder(path)) return;
    this.#remove(path, standInAt(path));
    const parent = dirname(path);
    if (isEditors(parent) && hasMode(parent, 'folder')) this.#remove(parent, { kind: 'folder' });
  }

  /** What somebody outside has put in meanwhile is kept. */
  #remove(path: string, standIn: StandIn): void {
    const spares = this.#spares(standIn);
    const spare = join(this.#pool, `${spareName(standIn)}${this.#run}-${spares.length}`);
    if (!inFolder(path, (at) => renameSync(at, spare))) {
      if (!inFolder(path, (at) => (standIn.kind === 'folder' ? rmdirSync(at) : rmSync(at)))) {
        inFolder(path, (at) => chmodSync(at, KEPT_MODES[standIn.kind]));
      }
      return;
    }
    if (isIntact(spare, standIn)) {
      spares.push(spare);
      return;
    }
    chmodSync(spare, KEPT_MODES[standIn.kind]);
    inFolder(path, (at) => renameSync(spare, at));
  }

  #spares(standIn: StandIn): string[] {
    const name = spareName(standIn);
    const key = join(this.#pool, name);
    const known = spares.get(key);
    if (known !== undefined) return known;
    const found = readdirSync(this.#pool).filter((each) => each.startsWith(name));
    const paths = found.map((each) => join(this.#pool, each));
    spares.set(key, paths);
    return paths;
  }
}

let count = 0;

/** Folders and files to be put in place, by project and kind. Another process may have taken one. */
const spares = new Map<string, string[]>();

/** The modes of what somebody else has put in the place of a placeholder. */
const KEPT_MODES = { folder: 0o755, file: 0o644 } as const;

function spareName(standIn: StandIn): string {
  return standIn.kind === 'folder' ? 'spare-' : `spare${standIn.text.length}-`;
}

/** An editor's folder that does not exist is made to hold a placeholder. */
function isEditors(folder: string): boolean {
  return folder.endsWith('/.vscode');
}

/** Whether something only stands in for what does not exist. */
export function isPlaceholder(path: string): boolean {
  const standIn = standInAt(path);
  return hasMode(path, standIn.kind) && isIntact(path, standIn);
}

/** What may stand in for a path that exists, by what is there. */
export function standInAt(path: string): StandIn {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return { kind: 'folder' };
  const byName = standInFor(path);
  return byName?.kind === 'file' ? byName : { kind: 'file', text: '' };
}

/** Another program may exchange it at any moment: what cannot be read as expected is not ours. */
function isIntact(path: string, standIn: StandIn): boolean {
  try {
    return standIn.kind === 'folder' ? readdirSync(path).length === 0 : readTextIfAny(path) === standIn.text;
  } catch {
    return false;
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function hasMode(path: string, kind: StandIn['kind']): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const isKind = kind === 'folder' ? found?.isDirectory() : found?.isFile();
  return isKind === true && ((found?.mode ?? 0) & 0o7777) === MODES[kind];
}

/** A link cannot be mounted on, so a program can replace it. What is there instead may be somebody else's: it is kept beside. */
function putBack(path: string, target: string): void {
  if (linkOf(path)[0]?.[1] === target) return;
  inFolder(path, (at) => renameSync(at, `${at}.changed-${pid}-${Date.now()}-${(count += 1)}`));
  inFolder(path, (at) => symlinkSync(target, at));
}

const FOLDER_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Acts on a name in its folder, which is opened first: a program may put a link in the place of the folder, which must not
 * lead helve elsewhere. The path must contain no link. Only Linux has names for what is open.
 */
function inFolder(path: string, act: (at: string) => void): boolean {
  if (platform() !== 'linux') return attempt(() => act(path));
  return attempt(() => {
    const folder = openSync(dirname(path), FOLDER_FLAGS);
    try {
      const open = `/proc/self/fd/${folder}`;
      if (readlinkSync(open) !== dirname(path)) throw new Error(`${dirname(path)} was replaced`);
      act(`${open}/${basename(path)}`);
    } finally {
      closeSync(folder);
    }
  });
}

function linkOf(path: string): readonly (readonly [path: string, target: string])[] {
  try {
    // To find out by an exception takes longer.
    if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return [];
    return [[path, readlinkSync(path)]];
  } catch {
    return [];
  }
}

function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
