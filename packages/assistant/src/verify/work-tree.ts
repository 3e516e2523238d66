import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { readRegularFile, realPath } from '@helve/command';
import { isInside } from '../context/instruction-file.ts';
import { MOST_BYTES, stampOf } from '../rewind/file-state.ts';
import { blobName, type GitFiles, gitFiles } from '../rewind/git-files.ts';
import { MOST_FILES, walk } from '../rewind/project-scan.ts';

/** What the files of a project are: a name for each content, and one for all. */
export interface TreeState {
  readonly hash: string;
  /** By path, relative to the project. */
  readonly files: ReadonlyMap<string, string>;
}

export interface TreePlace {
  /** The project, with links followed. */
  readonly root: string;
  /** The state folder, which is no part of a project even if it is in it. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
}

const PATIENCE_MS = 30_000;
/** The clock of a file system ticks slowly: what was changed just now may be changed again without another stamp. */
const SETTLED_MS = 2_000;

/**
 * Looks at the content of a project's files. Committing a file or staging it changes nothing. Files that git ignores are
 * not looked at, nor outside of a repository folders such as node_modules.
 */
export class WorkTree {
  readonly #place: TreePlace;
  readonly #known = new Map<string, { readonly stamp: string; readonly name: string }>();

  constructor(place: TreePlace) {
    this.#place = place;
  }

  /** Undefined where the project is too large, or cannot be looked at. */
  async look(): Promise<TreeState | undefined> {
    const { root, env } = this.#place;
    const userHome = env.HOME === undefined ? undefined : realPath(env.HOME);
    if (root === '/' || root === userHome) return undefined;
    const found = existsSync(join(root, '.git'))
      ? await gitFiles(root, root, env, PATIENCE_MS)
      : { clean: new Map(), other: await walk(root) };
    if (!found || found.other.length >= MOST_FILES) return undefined;
    return this.#stateOf(found);
  }

  async #stateOf({ clean, other }: GitFiles): Promise<TreeState> {
    const { root } = this.#place;
    const home = realPath(this.#place.home);
    const like = clean.values().next().value?.blob ?? '';
    const files = new Map<string, string>();
    for (const [path, { blob, executable }] of clean) files.set(relative(root, path), nameOf(blob, executable));
    for (const path of await filesOf(other)) {
      if (isInside(path, home)) continue;
      const name = await this.#nameOf(path, like);
      if (name !== undefined) files.set(relative(root, path), name);
    }
    const lines = [...files].map(([path, name]) => `${path}\0${name}\0`).sort();
    return { hash: createHash('sha256').update(lines.join('')).digest('hex'), files };
  }

  async #nameOf(path: string, like: string): Promise<string | undefined> {
    const stats = await lstat(path, { bigint: true }).catch(() => undefined);
    if (!stats) return undefined;
    const stamp = stampOf(stats);
    try {
      if (stats.isSymbolicLink()) return `link ${await readlink(path)}`;
      if (!stats.isFile() || stats.size > MOST_BYTES) return `stamp ${stamp}`;
      const known = this.#known.get(path);
      if (known?.stamp === stamp) return known.name;
      const content = readRegularFile(path, MOST_BYTES);
      const name = nameOf(blobName(content, like), (Number(stats.mode) & 0o100) !== 0);
      if (Number(stats.ctimeMs) < this.#place.now() - SETTLED_MS) this.#known.set(path, { stamp, name });
      return name;
    } catch {
      return `stamp ${stamp}`;
    }
  }
}

/** The paths whose content is another one. */
export function differences(before: TreeState, after: TreeState): readonly string[] {
  const paths = new Set([...before.files.keys(), ...after.files.keys()]);
  return [...paths].filter((path) => before.files.get(path) !== after.files.get(path)).sort();
}

function nameOf(blob: string, executable: boolean): string {
  return executable ? `${blob} executable` : blob;
}

/** With those of folders, which git names where they are repositories of their own. */
async function filesOf(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const stats = await lstat(path).catch(() => undefined);
      return stats?.isDirectory() ? walk(path) : [path];
    }),
  );
  return found.flat();
}
