import { type FSWatcher, lstatSync, readdirSync, type Stats, watch } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { CommandError, parameter, toCommandError, worded } from '@helve/command';
import { Changes } from './changes.ts';

/** Folders that tools write to by themselves. */
const NEVER: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Whether a change of this file, or changes below this folder, are wanted. */
export type Wants = (path: string, kind: 'file' | 'folder') => boolean;

/** Which of these paths are to be left alone, found out for many at once. */
export type Ignored = (paths: readonly string[]) => Promise<ReadonlySet<string>>;

interface Watched {
  readonly watcher: FSWatcher;
  /** What its files were like when it was last looked at. */
  readonly files: Map<string, string>;
}

/** The kernel drops events when more than 16,384 wait: so many in one batch may have been more. */
const MANY_EVENTS = 8192;

/**
 * Knows which files below some paths have changed. Each folder is watched by itself: Node's own recursive watch on Linux
 * watches every file, those of `node_modules` too. Must be closed.
 *
 * A folder that is removed and made anew is another folder, often with the same inode, which the old watcher knows nothing
 * of. The folder around it tells; then it is watched anew, and compared with what it was: what was written in between
 * shows. The folders around the paths that were named are watched
 * for that alone.
 */
export class FolderWatch {
  readonly #roots: readonly string[];
  readonly #wants: Wants;
  readonly #folders = new Map<string, Watched>();
  readonly #around = new Map<string, Watched>();
  readonly #changes: Changes;
  #failed: CommandError | undefined;
  #events = 0;

  static async open(roots: readonly string[], wants: Wants, ignored: Ignored): Promise<FolderWatch> {
    // What is named is wanted, whatever is said of what is around it.
    const exempt = [...(await ignored(roots))];
    const ignoredBelow: Ignored = (paths) => ignored(paths.filter((path) => !exempt.some((root) => isIn(path, root))));
    const opened = new FolderWatch(roots, wants, ignoredBelow);
    try {
      for (const root of roots) await opened.#open(root, ignoredBelow);
    } catch (thrown) {
      opened.close();
      throw thrown;
    }
    return opened;
  }

  private constructor(roots: readonly string[], wants: Wants, ignored: Ignored) {
    this.#roots = roots;
    this.#wants = wants;
    this.#changes = new Changes(ignored);
  }

  /** Waits for changes until there are no more for a while; gives the files, or none when aborted before there are any. */
  async next(debounceMs: number, signal: AbortSignal): Promise<readonly string[]> {
    for (;;) {
      await this.#changes.settle(debounceMs, signal);
      if (this.#failed) throw this.#failed;
      if (signal.aborted) return [];
      if (this.#events > MANY_EVENTS) {
        for (const root of this.#roots) this.#look(dirname(root), 'rename', basename(root));
      }
      this.#events = 0;
      const changed = await this.#changes.take();
      if (changed.length > 0) return changed;
    }
  }

  close(): void {
    for (const { watcher } of [...this.#folders.values(), ...this.#around.values()]) watcher.close();
    this.#folders.clear();
    this.#around.clear();
  }

  async #open(root: string, ignored: Ignored): Promise<void> {
    const found = find(root);
    if (!found) throw toCommandError(Object.assign(new Error('gone'), { code: 'ENOENT' }), root);
    this.#watchAround(root, undefined);
    if (!found.isDirectory()) this.#around.get(dirname(root))?.files.set(basename(root), signatureOf(found));
    // Level by level, so that one question is asked for all folders of a level.
    for (let level = found.isDirectory() ? [root] : []; level.length > 0; ) {
      const below = level.flatMap((folder) => this.#add(folder).folders);
      const left = await ignored(below);
      level = below.filter((folder) => !left.has(folder));
    }
  }

  /** Watches the folders around a path: all of them, or anew from one that was made anew. */
  #watchAround(root: string, from: string | undefined): void {
    for (let folder = dirname(root); folder !== dirname(folder); folder = dirname(folder)) {
      const known = this.#around.get(folder);
      if (!known || (from !== undefined && isIn(folder, from))) {
        known?.watcher.close();
        const concerns = (name: string) => this.#roots.some((each) => isIn(each, join(folder, name)));
        const watcher = this.#watch(folder, concerns, (event, name) => this.#lookAround(folder, event, name));
        if (watcher) this.#around.set(folder, { watcher, files: known?.files ?? new Map() });
      }
    }
  }

  #lookAround(folder: string, event: string, name: string): void {
    const path = join(folder, name);
    for (const root of this.#roots.filter((each) => isIn(each, path))) {
      if (root !== path && event !== 'rename') continue;
      if (root !== path) this.#watchAround(root, path);
      this.#look(dirname(root), event, basename(root));
    }
  }

  /** Watches a folder and then reads it: nothing that is made in between is missed. */
  #add(folder: string): { readonly folders: readonly string[]; readonly before: ReadonlyMap<string, string> } {
    const before = this.#folders.get(folder);
    before?.watcher.close();
    this.#folders.delete(folder);
    const files = new Map<string, string>();
    const folders: string[] = [];
    const watcher = this.#watch(
      folder,
      (name) => !NEVER.has(name),
      (event, name) => this.#look(folder, event, name),
    );
    if (watcher) {
      this.#folders.set(folder, { watcher, files });
      for (const name of namesIn(folder)) {
        const path = join(folder, name);
        const found = NEVER.has(name) ? undefined : find(path);
        if (found?.isDirectory()) {
          if (this.#wants(path, 'folder')) folders.push(path);
        } else if (found && this.#wants(path, 'file')) {
          files.set(name, signatureOf(found));
        }
      }
    }
    return { folders, before: before?.files ?? new Map() };
  }

  /** Watches a folder that came, with all below it, and notes how its files differ from those that it had before. */
  #addAnew(folder: string): void {
    const { folders, before } = this.#add(folder);
    const files = this.#folders.get(folder)?.files ?? new Map<string, string>();
    for (const name of new Set([...before.keys(), ...files.keys()])) {
      if (before.get(name) !== files.get(name)) this.#changes.note(join(folder, name), before.has(name));
    }
    for (const path of this.#folders.keys()) {
      if (dirname(path) === folder && !folders.includes(path)) this.#forget(path);
    }
    for (const path of folders) this.#addAnew(path);
  }

  #watch(
    folder: string,
    concerns: (name: string) => boolean,
    look: (event: string, name: string) => void,
  ): FSWatcher | undefined {
    try {
      const watcher = watch(folder, (event, name) => {
        if (name !== null && concerns(name)) look(event, name);
      });
      watcher.on('error', () => this.#look(dirname(folder), 'rename', basename(folder)));
      return watcher;
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      // It has just gone, or may not be read: whoever may not read it learns nothing of it.
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'EPERM') return undefined;
      throw code === 'ENOSPC' || code === 'EMFILE'
        ? tooMany(this.#folders.size, thrown)
        : toCommandError(thrown, folder);
    }
  }

  /** Looks at what an event was about. */
  #look(folder: string, event: string, name: string): void {
    this.#events++;
    const path = join(folder, name);
    const found = find(path);
    try {
      if (found?.isDirectory()) {
        if ((event === 'rename' || !this.#folders.has(path)) && this.#wants(path, 'folder')) this.#addAnew(path);
        return;
      }
    } catch (thrown) {
      this.#failed = toCommandError(thrown, path);
      this.#changes.note(path, true);
      return;
    }
    if (this.#folders.has(path)) this.#forget(path);
    const files = (this.#folders.get(folder) ?? this.#around.get(folder))?.files;
    const known = files?.has(name) ?? false;
    // A folder that goes tells its own name, as if it were in itself; a file that came and went is no change.
    if ((!found && !known) || !this.#wants(path, 'file')) return;
    if (found) files?.set(name, signatureOf(found));
    else files?.delete(name);
    this.#changes.note(path, known);
  }

  /** A folder that is gone, with all that was in it. */
  #forget(folder: string): void {
    for (const [path, { watcher, files }] of this.#folders) {
      if (!isIn(path, folder)) continue;
      watcher.close();
      this.#folders.delete(path);
      for (const name of files.keys()) this.#changes.note(join(path, name), true);
    }
  }
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function signatureOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

function find(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function tooMany(folders: number, cause: unknown): CommandError {
  return new CommandError('UNAVAILABLE', 'There are more folders than the system lets one user watch', {
    hint: worded`Name those that matter: ${parameter('paths')} '["src"]'. On Linux the limit is fs.inotify.max_user_watches.`,
    details: { folders },
    cause,
  });
}
