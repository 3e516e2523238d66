import { mkdirSync, readdirSync, readlinkSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kill, pid } from 'node:process';
import { canStandIn } from '@helve/policy';

/**
 * Keeps guarded paths that do not exist from being created by a confined program. The kernel can only mount on something,
 * so an empty folder stands in for each while the program runs; git does not show empty folders. Several runs may use
 * one at a time: each holds a folder in it, and the last one to release it can remove it.
 */
export class Placeholders {
  /** The paths that cannot be created now. */
  readonly paths: readonly string[];
  readonly #name = `.sandbox-${pid}-${(count += 1)}`;
  readonly #unguarded: readonly string[];
  readonly #links: readonly (readonly [path: string, target: string])[];

  constructor(missing: readonly string[], guarded: readonly string[] = []) {
    this.#links = guarded.flatMap((path) => linkOf(path));
    this.paths = missing.filter((path) => canStandIn(path) && this.#hold(path));
    this.#unguarded = missing.filter((path) => path.endsWith('/.git/commondir'));
  }

  release(): void {
    for (const path of this.paths) {
      if (attempt(() => rmdirSync(join(path, this.#name))) && attempt(() => rmdirSync(path)))
        removeEmpty(dirname(path));
    }
    // A link cannot be mounted on: where it was replaced, it is put back.
    for (const [path, target] of this.#links) {
      if (linkOf(path)[0]?.[1] === target) continue;
      attempt(() => rmSync(path, { recursive: true, force: true }));
      attempt(() => symlinkSync(target, path));
    }
    // Git takes `commondir` for the place of its configuration, and fails over an empty folder there.
    for (const path of this.#unguarded) attempt(() => rmSync(path, { force: true }));
  }

  #hold(path: string): boolean {
    for (let tries = 0; tries < 10; tries += 1) {
      removeAbandoned(path);
      if (attempt(() => mkdirSync(join(path, this.#name), { recursive: true }))) return true;
    }
    return false;
  }
}

let count = 0;

/** An editor's folder was made only to hold a placeholder. */
function removeEmpty(folder: string): void {
  if (folder.endsWith('/.vscode')) attempt(() => rmdirSync(folder));
}

/** Removes what a process that was killed has left. */
function removeAbandoned(path: string): void {
  for (const name of entriesOf(path)) {
    const holder = /^\.sandbox-(\d+)-\d+$/.exec(name)?.[1];
    if (holder !== undefined && !isRunning(Number(holder))) attempt(() => rmdirSync(join(path, name)));
  }
}

/** Whether a folder only stands in for something that does not exist. */
export function isPlaceholder(path: string): boolean {
  const entries = entriesOf(path);
  return entries.length > 0 && entries.every((name) => /^\.sandbox-\d+-\d+$/.test(name));
}

function linkOf(path: string): readonly (readonly [path: string, target: string])[] {
  try {
    return [[path, readlinkSync(path)]];
  } catch {
    return [];
  }
}

function isRunning(holder: number): boolean {
  try {
    return kill(holder, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function entriesOf(path: string): readonly string[] {
  try {
    return readdirSync(path);
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
