import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process, { pid } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandError, readRegularText, throwIfAborted } from '@helve/command';
import { identityOf } from './process-identity.ts';

/** How often a holder shows that it runs. */
const PULSE_MS = 2_000;

/** How often one that waits looks up whether the same holder still runs. */
const LOOK_UP_MS = 50;

/** In milliseconds. */
interface Patience {
  /** How long one holder may keep a lock before the others stop waiting for it. */
  readonly held: number;
  /** How long a holder that cannot be looked up may not show that it runs before its lock is removed. */
  readonly silent: number;
}

const PATIENCE: Patience = { held: 10_000, silent: 15_000 };

/** Runs the work while no other that asks for the same lock does its own, in this process or in another. */
export async function withFileLock<Value>(
  path: string,
  work: (lock: HeldLock) => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  const lock = await takeFileLock(path, signal);
  try {
    return await work(lock);
  } finally {
    lock.release();
  }
}

export interface HeldLock {
  /**
   * Throws when the lock was removed: its holder runs in another container or on another machine than those who wait, and
   * was stopped for so long that they took it for killed. Called before anything is changed that cannot be undone.
   */
  readonly check: () => void;
}

export interface TakenLock extends HeldLock {
  readonly release: () => void;
}

export interface LockOptions {
  readonly patience?: Patience;
  /** The same path in an open folder, which leads there whatever becomes of the path. */
  readonly at?: string;
}

/**
 * Takes a lock; the folder that it is in must exist.
 *
 * A lock is a folder with one folder in it, whose name is unique and names the holder (decision 0035). To take the lock
 * is to rename a prepared folder to its path, which the system allows only while the path is free or an empty folder. To
 * release it, or to remove it after its holder was killed, is to remove the folder with that one name. So nobody who
 * found a dead holder can remove the lock of the next one.
 */
export async function takeFileLock(
  name: string,
  signal?: AbortSignal,
  { patience = PATIENCE, at: path = name }: LockOptions = {},
): Promise<TakenLock> {
  const endTurn = await takeTurn(name);
  try {
    const owner = newOwner();
    const watch = new Watch(name, path, patience);
    let folder = claim(path, owner);
    for (; folder === undefined; folder = claim(path, owner)) {
      // To look is cheaper than to try, for the holder too: both change the same folder.
      for (let wait = 1; !watch.isFree(); wait = Math.min(wait * 2, 64)) {
        if (signal) throwIfAborted(signal);
        await delay(wait / 2 + Math.random() * wait);
      }
    }
    if (!cleaned.has(name)) removePrepared(path);
    cleaned.add(name);
    return hold(name, path, owner, folder, endTurn);
  } catch (thrown) {
    endTurn();
    throw thrown;
  }
}

/**
 * Takes a lock for long, if nobody has it; otherwise returns the process that does, where it is known. Does not wait, and
 * is not for work that others wait for.
 */
export function tryFileLock(path: string): TakenLock | { readonly holder: number | undefined } {
  const owner = newOwner();
  for (;;) {
    const folder = claim(path, owner);
    if (folder !== undefined) return hold(path, path, owner, folder, () => {});
    if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) continue;
    const found = attempt(() => readdirSync(path))?.[0];
    if (found === undefined) attempt(() => rmdirSync(path));
    else if (isGone(path, found)) removeOwner(path, found);
    else return { holder: readOwner(found)?.pid };
  }
}

function isGone(path: string, owner: string): boolean {
  const state = stateOf(owner);
  if (state !== 'unknown') return state === 'dead';
  const pulse = attempt(() => lstatSync(join(path, owner)).mtimeMs);
  return pulse === undefined || timeAt(path) > pulse + PATIENCE.silent;
}

/** What the clock of a file system says, which may be another than ours. */
function timeAt(path: string): number {
  const probe = `${path}.${newOwner()}`;
  mkdirSync(probe);
  const { mtimeMs } = lstatSync(probe);
  rmdirSync(probe);
  return mtimeMs;
}

function hold(name: string, path: string, owner: string, folder: number, end: () => void): TakenLock {
  held.add(owner);
  const pulse = setInterval(() => showAlive(join(path, owner)), PULSE_MS).unref();
  return {
    check: () => {
      if (!attempt(() => lstatSync(join(path, owner)))) throw lost(name);
    },
    release: () => {
      clearInterval(pulse);
      held.delete(owner);
      removeOwner(path, owner);
      removeMoved(folder, owner);
      closeSync(folder);
      end();
    },
  };
}

/** The locks beside which this process has looked for what killed ones had prepared. */
const cleaned = new Set<string>();

const turns = new Map<string, Promise<void>>();

/** Those of one process take the lock in the order in which they asked for it. */
async function takeTurn(path: string): Promise<() => void> {
  const before = turns.get(path);
  let end = () => {};
  const mine = new Promise<void>((resolve) => (end = resolve));
  turns.set(path, mine);
  await before;
  return () => {
    if (turns.get(path) === mine) turns.delete(path);
    end();
  };
}

/** What the rename of a folder onto one that is not empty fails with: by POSIX, and elsewhere. */
const TAKEN: ReadonlySet<string | undefined> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOTDIR']);
const MAYBE_TAKEN: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Takes the lock if it is free. Returns the descriptor of its folder. */
function claim(path: string, owner: string): number | undefined {
  const prepared = `${path}.${owner}`;
  let folder: number | undefined;
  try {
    mkdirSync(prepared);
    mkdirSync(join(prepared, owner));
    folder = openSync(prepared, constants.O_RDONLY);
    renameSync(prepared, path);
    return folder;
  } catch (thrown) {
    removeOwner(prepared, owner);
    if (folder !== undefined) closeSync(folder);
    const { code, syscall } = thrown as NodeJS.ErrnoException;
    const isTaken = TAKEN.has(code) || (MAYBE_TAKEN.has(code) && attempt(() => lstatSync(path)));
    if (syscall === 'rename' && isTaken) return undefined;
    throw thrown;
  }
}

function removeOwner(path: string, owner: string): void {
  attempt(() => rmdirSync(join(path, owner)));
  // Fails where the next one has taken the lock by now.
  attempt(() => rmdirSync(path));
}

/** The folder that a lock is in may have been moved meanwhile, and the lock with it. */
function removeMoved(folder: number, owner: string): void {
  const here = `/proc/self/fd/${folder}`;
  if (attempt(() => (rmdirSync(`${here}/${owner}`), true))) attempt(() => rmdirSync(readlinkSync(here)));
}

function showAlive(mark: string): void {
  const now = new Date();
  attempt(() => utimesSync(mark, now, now));
}

interface Owner {
  readonly pid: number;
  readonly start: string;
  readonly machine: string;
}

/** A name for a holder that is never used twice. */
function newOwner(): string {
  const { start, machine } = ourselves();
  copy ??= randomBytes(4).toString('hex');
  return [pid, start, machine, `${copy}${randomBytes(4).toString('hex')}`].join(',');
}

/** A process may have several copies of this module, for example in worker threads: they do not know each other's locks. */
let copy: string | undefined;

function readOwner(name: string): (Owner & { readonly copy: string }) | undefined {
  const [, number, start = '', machine = '', copy = ''] =
    /^(\d+),([^,]*),([^,]*),([\da-f]{8})[\da-f]{8}$/.exec(name) ?? [];
  return number === undefined ? undefined : { pid: Number(number), start, machine, copy };
}

/** The locks that this process has. */
const held = new Set<string>();
let own: Owner | undefined;

/** `machine` is where process numbers mean the same: one run of one machine, and there one container. */
function ourselves(): Owner {
  if (own) return own;
  const [start = '', boot = ''] = identityOf(pid)?.split('@') ?? [];
  own = { pid, start, machine: boot === '' ? hostName() : `${boot.trim()} ${processNamespace()}` };
  return own;
}

/** Without it, a number could be that of a process in another container: then nobody is looked up by number. */
function processNamespace(): string {
  return (
    attempt(() => readlinkSync('/proc/self/ns/pid'))?.match(/\d+/)?.[0] ?? `unknown-${randomBytes(4).toString('hex')}`
  );
}

/** Several machines may share a home over the network. */
function hostName(): string {
  return process
    .getBuiltinModule('node:os')
    .hostname()
    .replaceAll(/[^\w.-]/g, '_');
}

/** Whether the process that took a lock still runs, where it can be looked up from here. */
function stateOf(name: string): 'alive' | 'dead' | 'unknown' {
  const owner = readOwner(name);
  if (!owner?.start || owner.machine !== ourselves().machine) return 'unknown';
  if (owner.pid === pid && owner.start === ourselves().start) {
    return held.has(name) || owner.copy !== copy ? 'alive' : 'dead';
  }
  try {
    return identityOf(owner.pid)?.split('@')[0] === owner.start ? 'alive' : 'dead';
  } catch {
    // It exists, and the system does not show when it started.
    return 'alive';
  }
}

/** Follows who holds a lock while somebody waits for it. */
class Watch {
  readonly #name: string;
  readonly #path: string;
  readonly #patience: Patience;
  #seen: string | undefined;
  #pulse: number | undefined;
  #since = 0;
  #lookedUp = 0;

  constructor(name: string, path: string, patience: Patience) {
    this.#name = name;
    this.#path = path;
    this.#patience = patience;
  }

  /** Whether to try to take the lock. Removes that of a killed holder; throws when one has held it for too long. */
  isFree(): boolean {
    removeFile(this.#path);
    const owner = attempt(() => readdirSync(this.#path))?.[0];
    if (owner === undefined && attempt(() => lstatSync(this.#path).isDirectory()) !== false) {
      attempt(() => rmdirSync(this.#path));
      return true;
    }
    const now = performance.now();
    if (owner === this.#seen && now < this.#lookedUp + LOOK_UP_MS) return false;
    this.#lookedUp = now;
    const state = owner === undefined ? 'unknown' : stateOf(owner);
    this.#notice(owner ?? '', state, now);
    const waited = now - this.#since;
    const { held, silent } = this.#patience;
    if (owner !== undefined && (state === 'dead' || (state === 'unknown' && waited > silent))) {
      removeOwner(this.#path, owner);
      removePrepared(this.#path);
      return true;
    }
    if (waited > (state === 'unknown' ? silent : held)) throw heldTooLong(this.#name, owner);
    return false;
  }

  /** The wait starts again with each new holder, and with each sign of life of one that cannot be looked up. */
  #notice(owner: string, state: string, now: number): void {
    const pulse = state === 'unknown' ? attempt(() => lstatSync(join(this.#path, owner)).mtimeMs) : undefined;
    if (owner !== this.#seen || pulse !== this.#pulse) this.#since = now;
    [this.#seen, this.#pulse] = [owner, pulse];
  }
}

/** Removes the lock of a process that is gone, as earlier versions made it: a file that holds its number. */
function removeFile(path: string): void {
  if (attempt(() => lstatSync(path).isFile()) !== true) return;
  const holder = Number(attempt(() => readRegularText(path)));
  if (!Number.isInteger(holder) || holder <= 0 || identityOf(holder) === undefined) attempt(() => unlinkSync(path));
}

function lost(path: string): CommandError {
  return new CommandError('UNAVAILABLE', `${path} was taken by another process while this one was stopped`, {
    hint: 'Nothing was changed. Try again.',
    retry: 'safe',
    details: { path },
  });
}

function heldTooLong(path: string, owner = ''): CommandError {
  const holder = readOwner(owner)?.pid;
  return new CommandError('UNAVAILABLE', `${path} is locked by another process${holder ? ` (${holder})` : ''}`, {
    hint: `Try again when it has finished. If no helve runs, remove ${path}.`,
    retry: 'safe',
    details: { path },
  });
}

/** Removes what processes had prepared that were killed before they took the lock. */
function removePrepared(path: string): void {
  const lead = `${basename(path)}.`;
  for (const name of attempt(() => readdirSync(dirname(path))) ?? []) {
    const owner = name.startsWith(lead) ? name.slice(lead.length) : '';
    if (readOwner(owner) && stateOf(owner) === 'dead') removeOwner(join(dirname(path), name), owner);
  }
}

function attempt<Value>(step: () => Value): Value | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}
