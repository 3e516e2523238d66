import { closeSync, constants, ftruncateSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { kill, pid } from 'node:process';

/**
 * A file in which a sandbox reports that the program in it was started. It is open for the sandbox alone, so that a program cannot
 * imitate a sandbox that failed to start. Files are used again: to create one takes longer than to empty it.
 */
export class StatusFile {
  static readonly #free: StatusFile[] = [];
  static #count = 0;
  readonly path: string;
  readonly #descriptor: number;

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
    return bytes.toString('utf8', 0, readSync(this.#descriptor, bytes, 0, bytes.length, 0));
  }

  free(): void {
    try {
      ftruncateSync(this.#descriptor);
      StatusFile.#free.push(this);
    } catch {
      closeSync(this.#descriptor);
    }
  }
}

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
