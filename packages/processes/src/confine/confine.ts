import { readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { kill } from 'node:process';
import { type Confinement, realPath } from '@helve/command';
import { contains, findPaths } from '@helve/policy';
import type { Attempt, SetUp } from '../begin.ts';
import type { Spawnable, WithFiles } from './confined.ts';
import { type Driver, type DriverName, requireDriver } from './driver.ts';
import { confinedEnvironment, splitEnvironment } from './environment.ts';
import { Gate } from './gate.ts';
import { layOut, type Step, writableFolders } from './layout.ts';
import { type Descriptors, openFiles, opening } from './opening.ts';
import { Masks } from './masks.ts';
import { misplaced, Mounts } from './mounts.ts';
import { isPlaceholder, Placeholders, standInAt } from './placeholders.ts';
import { openRelay, RELAY_SOCKET } from './relay.ts';
import { findSockets, outsideSockets } from './sockets.ts';
import { filterFile, ownFolder, projectFolder, stateFolder } from './state.ts';
import { StatusFile } from './status-file.ts';

/** A program that is about to be started. */
export interface Startable extends Spawnable {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The same program, confined. Release it once it has ended. */
export interface ConfinedProgram extends Startable {
  /** A faster way to start it, for those who can pass descriptors on. */
  readonly direct?: Direct | undefined;
  /** How its sandbox is set up; absent: nothing is to be waited for. */
  readonly setUp?: SetUp | undefined;
  /** Whether the sandbox was set up and the program started in it. Known once it has ended by itself. */
  readonly started: () => boolean;
  /** Why helve stopped the sandbox before the program was started. */
  readonly refusal: () => string | undefined;
  /** The hosts that it asked for and was not allowed to reach. */
  readonly refused: () => readonly string[];
  readonly release: () => void;
}

/** A program that needs open descriptors from 3 on. They are opened for one start, and closed by whoever has started it. */
export interface Direct extends Spawnable {
  readonly open: () => Descriptors;
}

/** How often a sandbox is set up for one program, if files of its layout vanish or change meanwhile. */
const MOST_ATTEMPTS = 8;

/**
 * Confines a program: the operating system keeps it and all that it starts to what the confinement allows. Throws where
 * there is no sandbox, so that nothing runs without it.
 */
export async function confineProgram(
  run: Startable,
  confinement: Confinement,
  names?: readonly DriverName[],
): Promise<ConfinedProgram> {
  const driver = await requireDriver(names);
  let current = await plan(run, confinement, driver);
  let attempts = 1;
  const again = async (): Promise<Attempt | undefined> => {
    if (current.check.hasPassed || current.check.refusal !== undefined || attempts >= MOST_ATTEMPTS) return undefined;
    attempts += 1;
    current.release();
    current = await plan(run, confinement, driver);
    return current;
  };
  const { program, args, direct, cwd, env } = current;
  return {
    program,
    args,
    direct,
    cwd,
    env,
    setUp: current.isGated ? { opened: () => current.check.passed, again } : undefined,
    started: () => current.started(),
    refusal: () => current.check.refusal,
    refused: () => current.refused(),
    release: () => current.release(),
  };
}

interface Planned extends Omit<ConfinedProgram, 'refusal' | 'setUp'> {
  readonly check: MountCheck;
  /** Whether the sandbox waits until its mounts are checked. Without that, nothing shows whether the program may have started. */
  readonly isGated: boolean;
}

/** Works out a sandbox from what is on disk now. */
async function plan(run: Startable, confinement: Confinement, driver: Driver): Promise<Planned> {
  const state = stateFolder();
  const isApart = driver.name !== 'seatbelt';
  const { network } = confinement;
  const relay = typeof network === 'object' ? await openRelay(network, state, isApart) : undefined;
  const releases = [() => relay?.close()];
  let ended: { readonly started: boolean } | undefined;
  const release = () => {
    for (const each of releases.splice(0).toReversed()) each();
  };
  try {
    const check = new MountCheck();
    const gate = isApart ? await Gate.take(state, (report) => check.answer(report)) : undefined;
    releases.push(() => gate?.free(ended?.started === true));
    const paths = findPaths(confinement);
    const isWritable = withinFolders(writableFolders(confinement));
    const stoodIn = paths.readOnly.filter(isPlaceholder);
    const status = StatusFile.take(state);
    const started = () => ended?.started ?? (status.read().includes(driver.started) && relay?.reached() !== false);
    releases.push(() => {
      ended = { started: started() };
      status.free();
    });
    const placeholders = new Placeholders(projectFolder(state, 'placeholders', confinement), {
      missing: [...paths.missing, ...stoodIn.map((path) => ({ path, standIn: standInAt(path) }))].filter(({ path }) =>
        isWritable(path),
      ),
      guarded: confinement.guarded.filter(isWritable),
    });
    releases.push(() => placeholders.release());
    const temp = confinement.keepTemp ? ownFolder(projectFolder(state, 'temp', confinement)) : undefined;
    const found = {
      ...paths,
      // One that was missing may have appeared since.
      readOnly: [...paths.readOnly.filter((path) => !stoodIn.includes(path)), ...placeholders.appeared],
    };
    const { cwd, env } = run;
    const sockets = findSockets(confinement.sockets, outsideSockets(env));
    const masks = new Masks(state, confinement.project);
    const steps = layOut(confinement, found, {
      cwd,
      env,
      temp,
      placeholders: placeholders.paths,
      sockets,
      maskOver: (path) => (isApart ? masks.over(path) : undefined),
    });
    const folder = isApart ? '/tmp' : (temp ?? '/tmp');
    const inside = { temp: folder, isWritable, sockets: sockets.allowed, isOffline: network === 'closed' };
    const { outer, inner } = splitEnvironment({
      ...confinedEnvironment(env, inside),
      ...masks.variables(env),
      ...relay?.variables,
    });
    const mounted = relay?.socket === undefined ? steps : [...steps, mountSocket(relay.socket)];
    check.expect(mounted, () => status.read());
    const confined = driver.wrap({
      run: relay?.around(run) ?? run,
      variables: inner,
      path: env.PATH ?? DEFAULT_PATH,
      cwd,
      steps: mounted,
      network: network === 'open' ? 'open' : 'closed',
      emptyFile: join(state, 'empty'),
      status: status.path,
      gate: gate && { report: gate.report, answer: gate.answer, end: join(state, 'end') },
      filter: filterFile(state),
    });
    const wrapped = withinLimit(confined, state);
    return {
      ...opening(wrapped),
      direct: { ...wrapped, open: () => openFiles(wrapped.files) },
      cwd,
      env: outer,
      check,
      isGated: gate !== undefined,
      started,
      refused: () => relay?.refused() ?? [],
      release,
    };
  } catch (thrown) {
    release();
    throw thrown;
  }
}

/** How often the mounts of a sandbox are read, a millisecond apart. */
const MOST_TRIES = 50;

/** Decides whether a sandbox whose mounts are made may start its program. */
class MountCheck {
  refusal: string | undefined;
  /** Whether the program was allowed to start. */
  hasPassed = false;
  readonly passed: Promise<void>;
  #pass: () => void = () => {};
  #steps: readonly Step[] = [];
  #status: () => string = () => '';

  constructor() {
    this.passed = new Promise((resolve) => {
      this.#pass = resolve;
    });
  }

  expect(steps: readonly Step[], status: () => string): void {
    this.#steps = steps;
    this.#status = status;
  }

  /** bubblewrap reports its process, and any answer makes it continue. Others report their mounts, and continue with an empty answer. */
  answer(report: string): string | undefined {
    const child = /"child-pid": (\d+)/.exec(this.#status())?.[1];
    this.refusal = this.#check(() => report || readFileSync(`/proc/${child}/mountinfo`, 'utf8'));
    if (this.refusal === undefined) {
      this.hasPassed = true;
      this.#pass();
    }
    if (this.refusal === undefined || report !== '') return this.refusal ?? '';
    if (child !== undefined) kill(Number(child), 'SIGKILL');
    return undefined;
  }

  #check(mounts: () => string): string | undefined {
    try {
      const outside = new Mounts(readFileSync('/proc/self/mountinfo', 'utf8'));
      let path = misplaced(this.#steps, outside, new Mounts(mounts()));
      // bubblewrap may just be changing its root, which changes all paths.
      for (let tries = 0; path !== undefined && tries < MOST_TRIES; tries += 1) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
        path = misplaced(this.#steps, outside, new Mounts(mounts()));
      }
      return path === undefined ? undefined : `${path} was replaced by another program meanwhile`;
    } catch (thrown) {
      return `its mounts cannot be checked: ${(thrown as Error).message}`;
    }
  }
}

/** Whether the folder that a path is in can be written. It is asked of many paths in few folders. */
function withinFolders(writable: readonly string[]): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    const folder = dirname(path);
    const answer = known.get(folder) ?? writable.some((each) => contains(each, realPath(folder)));
    known.set(folder, answer);
    return answer;
  };
}

function mountSocket(source: string): Step {
  return { kind: 'readOnly', path: RELAY_SOCKET, source };
}

/** Where programs are looked for without a PATH. */
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/** As many bytes of arguments as are passed on directly. */
const MOST_BYTES = 100_000;

/** The system limits how long arguments may be: bubblewrap reads longer ones from a file. */
function withinLimit(wrapped: WithFiles, state: string): WithFiles {
  const { program, args, files } = wrapped;
  const end = args.indexOf('--');
  const options = args.slice(0, end);
  const bytes = options.reduce((sum, each) => sum + Buffer.byteLength(each) + 1, 0);
  if (bytes <= MOST_BYTES || !program.endsWith('bwrap')) return wrapped;
  const text = options.map((each) => `${each}\0`).join('');
  const file = join(state, `arguments-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`);
  writeFileSync(file, text, { mode: 0o600 });
  return {
    program,
    args: ['--args', String(files.length + 3), ...args.slice(end)],
    files: [...files, { path: file, to: 'read' }],
  };
}
