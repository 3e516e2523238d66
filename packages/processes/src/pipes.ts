import { spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, unlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { platform } from 'node:process';
import { ownEnvironment } from './own-environment.ts';

/** A pipe for one stream of one run. Both ends must be closed. */
export class Pipe {
  readonly writeEnd: number;
  readonly #descriptor: number;
  #readEnd: Socket | undefined;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    this.writeEnd = openSync(`/proc/self/fd/${descriptor}`, constants.O_WRONLY);
  }

  /** For when the run has begun: it is made while that goes on, and without a writer the pipe would be at its end. */
  get readEnd(): Socket {
    // Half open, it does not close itself at the end: who reads it does that when nobody waits.
    this.#readEnd ??= new Socket({ fd: this.#descriptor, allowHalfOpen: true });
    return this.#readEnd;
  }
}

/** What is needed of the environment to make pipes. */
export interface PipeEnvironment {
  readonly PATH?: string | undefined;
  readonly TMPDIR?: string | undefined;
}

/** Pipes made at once: to make one takes a process, and so does this many. */
const BATCH = 32;

/**
 * Read ends that were not used yet. A pipe serves one run only: a process that this left behind may have opened it,
 * and would read what the next run prints.
 */
const spare: number[] = [];
let making: Promise<boolean> | undefined;

/**
 * That many pipes, or none where they cannot be had. What Node calls a pipe is a socket, which Linux does not let a
 * program open by its name: `echo > /dev/stderr` would fail. Elsewhere it may.
 */
export function takePipes(count: number, env: PipeEnvironment): readonly Pipe[] | Promise<readonly Pipe[]> {
  if (platform !== 'linux') return [];
  return spare.length < count ? makePipes(count, env) : openEnds(spare.splice(0, count));
}

async function makePipes(count: number, env: PipeEnvironment): Promise<readonly Pipe[]> {
  while (spare.length < count) if (!(await makeMore(env))) return [];
  return openEnds(spare.splice(0, count));
}

function openEnds(descriptors: readonly number[]): readonly Pipe[] {
  const opened: Pipe[] = [];
  try {
    for (const descriptor of descriptors) opened.push(new Pipe(descriptor));
    return opened;
  } catch {
    for (const { writeEnd } of opened) closeSync(writeEnd);
    for (const descriptor of descriptors) closeSync(descriptor);
    return [];
  }
}

function makeMore(env: PipeEnvironment): Promise<boolean> {
  making ??= makeBatch(env).finally(() => {
    making = undefined;
  });
  return making;
}

/** Whether any were made. They have names only until they are open, so that none is left behind. */
async function makeBatch({ PATH, TMPDIR }: PipeEnvironment): Promise<boolean> {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(TMPDIR ?? '/tmp', 'helve-pipes-'));
    const names = Array.from({ length: BATCH }, (_, index) => String(index));
    await makeFifos(names, folder, ownEnvironment(PATH));
    for (const name of names) {
      const path = join(folder, name);
      spare.push(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
      unlinkSync(path);
    }
    return true;
  } catch {
    return false;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function makeFifos(names: readonly string[], cwd: string, env: { readonly PATH: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    spawn('mkfifo', ['-m', '600', ...names], { cwd, env, stdio: 'ignore' })
      .on('error', reject)
      .on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`mkfifo ended with ${code}`))));
  });
}
