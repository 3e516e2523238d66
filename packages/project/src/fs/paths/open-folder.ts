import { closeSync, constants, lstatSync, openSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ChangedMeanwhile } from '../write/changed-meanwhile.ts';
import { hasOpenFiles, locate, OPEN_FILES } from './locate.ts';

/**
 * A folder that is open. Names in it mean the same folder until it is closed, whatever happens to the path that led to it.
 * Where a system cannot do that, each use checks that the path still leads to the same folder.
 */
export class OpenFolder {
  /** Its path, with links followed, when it was opened. */
  readonly path: string;
  readonly #descriptor: number | undefined;
  readonly #inode: number | undefined;

  private constructor(path: string, descriptor: number | undefined) {
    this.path = path;
    this.#descriptor = descriptor;
    this.#inode = descriptor === undefined ? lstatSync(path).ino : undefined;
  }

  /** Opens a folder by its path, in which there must be no link. Undefined: there is none. */
  static open(path: string): OpenFolder | undefined {
    const folder = OpenFolder.#open(path, path);
    if (!folder || folder.#descriptor === undefined || locate(folder.#descriptor, path) === path) return folder;
    folder.close();
    throw new ChangedMeanwhile(path);
  }

  /** Opens a folder that is in an open one, given as `at` has it. */
  static openAt(at: string, path: string): OpenFolder {
    const folder = OpenFolder.#open(at, path);
    if (folder) return folder;
    throw new ChangedMeanwhile(path);
  }

  static #open(at: string, path: string): OpenFolder | undefined {
    try {
      if (!hasOpenFiles()) return realpathSync.native(path) === path ? new OpenFolder(path, undefined) : undefined;
      const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
      return new OpenFolder(path, openSync(at, flags));
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      // A link took its place.
      if (code === 'ELOOP') throw new ChangedMeanwhile(path);
      throw thrown;
    }
  }

  /** The folder itself, for system calls. */
  get here(): string {
    if (this.#descriptor !== undefined) return `${OPEN_FILES}/${this.#descriptor}`;
    if (realpathSync.native(this.path) === this.path && lstatSync(this.path).ino === this.#inode) return this.path;
    throw new ChangedMeanwhile(this.path);
  }

  /** The path of a name in the folder, for system calls that do not follow a link at its end. */
  at(name: string): string {
    return `${this.here}/${name}`;
  }

  child(name: string): OpenFolder {
    return OpenFolder.openAt(this.at(name), join(this.path, name));
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}

/** The folders that a command has open until it ends. */
export class OpenFolders {
  readonly #open: OpenFolder[] = [];

  /** Opens a folder by its path, in which there must be no link. Undefined: there is none. */
  open(path: string): OpenFolder | undefined {
    return this.#keep(OpenFolder.open(path));
  }

  child(folder: OpenFolder, name: string): OpenFolder {
    return this.#keep(folder.child(name));
  }

  #keep<Folder extends OpenFolder | undefined>(folder: Folder): Folder {
    if (folder) this.#open.push(folder);
    return folder;
  }

  close(): void {
    for (const folder of this.#open.splice(0)) folder.close();
  }
}

/** Runs work that opens folders, and closes them afterwards. */
export async function withOpenFolders<Value>(work: (folders: OpenFolders) => Promise<Value>): Promise<Value> {
  const folders = new OpenFolders();
  try {
    return await work(folders);
  } finally {
    folders.close();
  }
}
