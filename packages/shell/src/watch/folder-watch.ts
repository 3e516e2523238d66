import { type FSWatcher, lstatSync, readdirSync, type Stats, watch } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { CommandError, toCommandError } from '@helve/registry';

/** Folders that tools write to by themselves. */
const NEVER: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Whether a change of this file, or changes below this folder, are wanted. */
export type Wants = (path: string, kind: 'file' | 'folder') => boolean;

interface Watched {
  readonly watcher: FSWatcher;
  readonly inode: number;
}

/**
 * Knows which files below some paths have changed. Each folder is watched by itself: Node's own recursive watch on Linux
 * watches every file, those of `node_modules` too. Must be closed.
 */
export class FolderWatch {
  readonly #wants: Wants;
  readonly #folders = new Map<string, Watched>();
  readonly #changed = new Set<string>();
  #onChange: (() => void) | undefined;

  constructor(paths: readonly string[], wants: Wants) {
    this.#wants = wants;
    try {
      for (const path of paths) this.#open(path);
    } catch (thrown) {
      this.close();
      throw thrown;
    }
  }

  /** Waits for a change and gathers what else changes shortly after it; nothing when aborted before there is one. */
  async next(gatherMs: number, signal: AbortSignal): Promise<readonly string[]> {
    if (this.#changed.size === 0) await this.#change(signal);
    if (this.#changed.size > 0) await pause(gatherMs, signal);
    const changed = [...this.#changed].sort();
    this.#changed.clear();
    return changed;
  }

  close(): void {
    for (const { watcher } of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener('abort', done);
        this.#onChange = undefined;
        resolve();
      };
      this.#onChange = done;
      if (signal.aborted) done();
      else signal.addEventListener('abort', done, { once: true });
    });
  }

  #open(path: string): void {
    const found = find(path);
    if (!found) throw toCommandError(Object.assign(new Error('gone'), { code: 'ENOENT' }), path);
    if (found.isDirectory()) this.#add(path, found.ino, 'quietly');
    // A file that an editor replaces is another file of the same name: its folder knows.
    else this.#watch(dirname(path), find(dirname(path))?.ino ?? 0, (name) => name === basename(path));
  }

  #add(folder: string, inode: number, how: 'quietly' | 'as new'): void {
    const known = this.#folders.get(folder);
    if (known?.inode === inode) return;
    if (known) this.#forget(folder);
    this.#watch(folder, inode, (name) => !NEVER.has(name));
    // Watched first and read then: nothing that is made in between is missed.
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (NEVER.has(entry.name)) continue;
      if (!entry.isDirectory()) {
        if (how === 'as new') this.#note(path);
        continue;
      }
      const found = this.#wants(path, 'folder') ? find(path) : undefined;
      if (found) this.#add(path, found.ino, how);
    }
  }

  #watch(folder: string, inode: number, concerns: (name: string) => boolean): void {
    try {
      const watcher = watch(folder, (_, name) => {
        if (name !== null && concerns(name)) this.#event(folder, name, inode);
      });
      watcher.on('error', () => this.#forget(folder));
      this.#folders.get(folder)?.watcher.close();
      this.#folders.set(folder, { watcher, inode });
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      if (code === 'ENOENT') return;
      if (code !== 'ENOSPC' && code !== 'EMFILE') throw toCommandError(thrown, folder);
      throw new CommandError('UNAVAILABLE', 'There are more folders than the system lets one user watch', {
        hint: `Name those that matter: --paths '["src"]'. On Linux the limit is fs.inotify.max_user_watches.`,
        details: { folders: this.#folders.size },
        cause: thrown,
      });
    }
  }

  #event(folder: string, name: string, inode: number): void {
    // A folder that goes tells its own name, as if it were in itself.
    if (find(folder)?.ino !== inode) {
      if (this.#folders.get(folder)?.inode === inode) this.#forget(folder);
      return;
    }
    const path = join(folder, name);
    const found = find(path);
    if (!found?.isDirectory()) {
      if (this.#folders.has(path)) this.#forget(path);
      this.#note(path);
    } else if (this.#wants(path, 'folder')) {
      try {
        this.#add(path, found.ino, 'as new');
      } catch {
        // It cannot be watched; that it is there is all that can be said.
        this.#note(path);
      }
    }
  }

  #forget(folder: string): void {
    for (const [path, { watcher }] of this.#folders) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      this.#folders.delete(path);
    }
  }

  #note(path: string): void {
    if (!this.#wants(path, 'file')) return;
    this.#changed.add(path);
    this.#onChange?.();
  }
}

function find(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });
}
