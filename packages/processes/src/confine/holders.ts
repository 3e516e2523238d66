import { existsSync, linkSync, mkdtempSync, readdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pid } from 'node:process';
import { CommandError, readRegularText } from '@helve/command';
import { isRunning } from './status-file.ts';

/** How often a lock that another process has is tried, a millisecond apart. It is held for less than one. */
const MOST_TRIES = 3000;

/**
 * The runs that use the placeholders of a project, of all processes of this user. Each has a file here. The last one to leave removes
 * the placeholders. Files are linked and renamed rather than created: some file systems take a millisecond to create one
 * soon after others were removed.
 */
export class Holders {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    if (!existsSync(folder)) create(folder);
  }

  /** Runs an action while no other process of this user does. */
  locked<T>(act: () => T): T {
    const lock = this.#at(`lock-${pid}`);
    for (let tries = 0; !this.#lock(lock); tries += 1) {
      if (tries > MOST_TRIES) throw busy(this.#folder);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
    try {
      return act();
    } finally {
      renameSync(lock, this.#at('lock'));
    }
  }

  /** Adds a run. Call it with the lock held, as the next. */
  join(run: string): void {
    own.add(run);
    linkSync(this.#at(`lock-${pid}`), this.#at(`run-${run}`));
  }

  /** Removes a run. If it was the last one, the answer is all paths that runs have left to it. */
  leave(run: string, paths: readonly string[]): readonly string[] | undefined {
    own.delete(run);
    attempt(() => unlinkSync(this.#at(`run-${run}`)));
    const names = readdirSync(this.#folder);
    for (const name of names) if (isAbandoned(name)) unlinkSync(this.#at(name));
    const isLast = names.every((name) => !name.startsWith('run-') || isAbandoned(name));
    if (!isLast) {
      writeFileSync(this.#at(`left-${run}`), JSON.stringify(paths));
      return undefined;
    }
    const left = names.filter((name) => name.startsWith('left-')).flatMap((name) => this.#takeLeft(name));
    return [...new Set([...paths, ...left])];
  }

  #takeLeft(name: string): readonly string[] {
    try {
      return JSON.parse(readRegularText(this.#at(name))) as string[];
    } catch {
      return [];
    } finally {
      unlinkSync(this.#at(name));
    }
  }

  /** A lock is taken by renaming it, so that only one process can. That of a process that has ended is taken over. */
  #lock(lock: string): boolean {
    if (attempt(() => renameSync(this.#at('lock'), lock))) return true;
    const taken = readdirSync(this.#folder).find((name) => name.startsWith('lock-'));
    return taken !== undefined && hasEnded(taken.slice(5)) && attempt(() => renameSync(this.#at(taken), lock));
  }

  #at(name: string): string {
    return join(this.#folder, name);
  }
}

/** The runs of this process. */
const own = new Set<string>();

/** With the lock from the start: others see all of it or nothing. */
function create(folder: string): void {
  const made = mkdtempSync(`${folder}-`);
  writeFileSync(join(made, 'lock'), '');
  if (!attempt(() => renameSync(made, folder))) rmSync(made, { recursive: true });
}

function isAbandoned(name: string): boolean {
  const [, run = '', owner = ''] = /^run-((\d+)-.+)$/.exec(name) ?? [];
  return run !== '' && !own.has(run) && hasEnded(owner);
}

/** An id of a process may be used again, by this one too. */
function hasEnded(owner: string): boolean {
  return Number(owner) === pid || !isRunning(Number(owner));
}

function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

function busy(folder: string): CommandError {
  return new CommandError('UNAVAILABLE', 'The sandbox cannot start: another helve process keeps the project locked', {
    hint: `End that process, or remove ${folder}.`,
    retry: 'safe',
  });
}
