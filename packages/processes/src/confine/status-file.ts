import { closeSync, constants, fstatSync, ftruncateSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { kill, pid } from 'node:process';

/**
 * A file in which a sandbox reports that the program in it was started. It is open for the sandbox alone, so that a program cannot
 * imitate a sandbox that failed to start. Files are used again, and each run is read from where the last one ended: to create
 * a file or to empty it waits for the disk.
 */
export class StatusFile {
  static readonly #free: StatusFile[] = [];
  static #count = 0;
  readonly path: string;
  readonly #descriptor: number;
  /** Where the reports of the present run start. */
  #start = 0;

  private constructor(folder: string) {
    if (StatusFile.#count === 0) removeAbandoned(folder);
    StatusFile.#count += 1;
    this.path = join(folder, `status-${pid}-${StatusFile.#count}`);
    const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
    // A process of the same id may have left one.
    rmSync(this.path, { force: true });
    this.#descriptor = openSync(this.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  }

  static take(folder: string): StatusFile {
    return StatusFile.#free.pop() ?? new StatusFile(folder);
  }

  read(): string {
    const bytes = Buffer.alloc(4096);
    return bytes.toString('utf8', 0, readSync(this.#descriptor, bytes, 0, bytes.length, this.#start));
  }

  free(): void {
    try {
      this.#start = fstatSync(this.#descriptor).size;
      if (this.#start > MOST_BYTES) this.#empty();
      StatusFile.#free.push(this);
    } catch {
      closeSync(this.#descriptor);
    }
  }

  #empty(): void {
    ftruncateSync(this.#descriptor);
    this.#start = 0;
  }
}

/** A file with more than this is emptied. */
const MOST_BYTES = 256 * 1024;

/** Removes the files of processes that have ended. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const owner = /^(?:status|proxy|gate)-(\d+)-\d+(?:-\w+)?$/.exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) rmSync(join(folder, name), { force: true });
  }
}

export function isRunning(id: number): boolean {
  try {
    return kill(id, 0);
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}
