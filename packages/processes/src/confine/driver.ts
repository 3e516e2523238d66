import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { platform, userInfo } from 'node:os';
import { CommandError } from '@helve/command';
import type { SandboxState } from '@helve/policy';
import { BUBBLEWRAP_STARTED, type Options, underBubblewrap } from './bubblewrap.ts';
import type { Confined, WithFiles } from './confined.ts';
import { underNamespaces } from './namespaces.ts';
import { STARTED } from './report-start.ts';
import { opening } from './opening.ts';
import { underSeatbelt } from './seatbelt.ts';
import { filterFile, stateFolder } from './state.ts';

/** Where the system's own programs are. A PATH may lead elsewhere, to a program of the same name. */
const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin', '/usr/local/bin'];

/** A way to confine a program that works here. */
export interface Driver {
  readonly name: DriverName;
  readonly wrap: (confined: Confined) => WithFiles;
  /** The text in the status file that shows that the program was started. */
  readonly started: string;
}

export type DriverName = 'bubblewrap' | 'namespaces' | 'seatbelt';

export interface Unavailable {
  /** What is missing, for each way that was tried. */
  readonly causes: readonly string[];
  readonly remedy: string;
}

const found = new Map<string, Promise<Driver | Unavailable>>();

/** The first way that works here, tried once in each process. */
export function findDriver(
  names: readonly DriverName[] = DRIVERS[platform()] ?? [],
  folders: readonly string[] = FOLDERS,
): Promise<Driver | Unavailable> {
  const key = [...names, ...folders].join(':');
  const known = found.get(key) ?? tryAll(names, folders);
  found.set(key, known);
  return known;
}

/** Whether programs can be confined here, and why not. */
export async function sandboxState(): Promise<SandboxState> {
  const driver = await findDriver();
  return 'wrap' in driver ? { works: true, driver: driver.name } : { works: false, ...driver };
}

/** The driver, or an error that says why there is none and what to do. */
export async function requireDriver(names?: readonly DriverName[]): Promise<Driver> {
  const driver = await findDriver(names);
  if ('wrap' in driver) return driver;
  throw new CommandError('UNAVAILABLE', `There is no sandbox here, so nothing was run: ${driver.causes.join('; ')}`, {
    hint: `${driver.remedy} Or run it without a sandbox.`,
    retry: 'never',
    details: { causes: driver.causes },
  });
}

async function tryAll(names: readonly DriverName[], folders: readonly string[]): Promise<Driver | Unavailable> {
  if (names.length === 0) {
    return { causes: [`helve has no sandbox for ${platform()}`], remedy: 'On Windows, run helve in WSL.' };
  }
  const causes: string[] = [];
  let remedy = 'Install bubblewrap: apt install bubblewrap, or dnf install bubblewrap.';
  for (const name of names) {
    const outcome = await TRIES[name](folders);
    if ('wrap' in outcome) return outcome;
    causes.push(`${name}: ${outcome.cause}`);
    remedy = outcome.remedy ?? remedy;
  }
  return { causes, remedy };
}

const DRIVERS: Partial<Record<NodeJS.Platform, readonly DriverName[]>> = {
  linux: ['bubblewrap', 'namespaces'],
  darwin: ['seatbelt'],
};

const TRIES: Readonly<Record<DriverName, (folders: readonly string[]) => Promise<Driver | Failure>>> = {
  bubblewrap: tryBubblewrap,
  namespaces: tryNamespaces,
  seatbelt: trySeatbelt,
};

interface Failure {
  readonly cause: string;
  readonly remedy?: string;
}

async function tryBubblewrap(folders: readonly string[]): Promise<Driver | Failure> {
  const path = locate('bwrap', folders);
  if (path === undefined) return { cause: 'bwrap is not installed' };
  let failure: Failure = { cause: '' };
  // Versions before 0.8 cannot keep programs from making namespaces of their own. Some kernels have no filters.
  const ways: readonly Options[] = [
    { userNamespace: 'only', filtered: true },
    { userNamespace: 'some', filtered: true },
    { userNamespace: 'only', filtered: false },
    { userNamespace: 'some', filtered: false },
  ];
  const trial = { ...TRIAL, filter: filterFile(stateFolder()) };
  for (const options of ways) {
    const wrap: Driver['wrap'] = (confined) => underBubblewrap(path, confined, options);
    const said = await tryOut(wrap(trial));
    if (said === undefined) return { name: 'bubblewrap', wrap, started: BUBBLEWRAP_STARTED };
    failure = explain(said);
    if (!/unknown option|seccomp/i.test(said)) break;
  }
  return failure;
}

async function tryNamespaces(folders: readonly string[]): Promise<Driver | Failure> {
  const programs = ['unshare', 'mount', 'umount', 'setpriv', 'sh'].map((name) => locate(name, folders));
  const [unshare] = programs;
  if (unshare === undefined || programs.includes(undefined)) {
    return { cause: 'unshare, mount or setpriv (util-linux) is not installed' };
  }
  const { uid, gid } = userInfo();
  const wrap: Driver['wrap'] = (confined) => underNamespaces(unshare, confined, { uid, gid });
  const said = await tryOut(wrap(TRIAL));
  return said === undefined ? { name: 'namespaces', wrap, started: STARTED } : explain(said);
}

async function trySeatbelt(): Promise<Driver | Failure> {
  const said = await tryOut(underSeatbelt(TRIAL));
  return said === undefined ? { name: 'seatbelt', wrap: underSeatbelt, started: STARTED } : { cause: said };
}

const TRIAL: Confined = {
  run: { program: 'true', args: [] },
  variables: {},
  path: FOLDERS.join(':'),
  cwd: '/',
  steps: [{ kind: 'scratch', path: '/tmp' }],
  network: 'closed',
  emptyFile: '/dev/null',
  status: '/dev/null',
  gate: undefined,
  filter: undefined,
};

/** What a failure to start means, and what to do about it. */
function explain(said: string): Failure {
  if (/unknown option/i.test(said)) {
    return { cause: `bwrap is too old (${said})`, remedy: 'Install bubblewrap 0.6 or newer.' };
  }
  if (/RTM_NEWADDR|uid map|AppArmor|apparmor/i.test(said)) {
    return {
      cause: `the system (AppArmor) restricts user namespaces (${said})`,
      remedy:
        'Add an AppArmor profile that lets bwrap use user namespaces, or: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0.',
    };
  }
  if (/namespace|unshare|Operation not permitted|No space left/i.test(said)) {
    return {
      cause: `user namespaces cannot be made (${said})`,
      remedy:
        'Allow them: sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000. In a container, allow them there.',
    };
  }
  return { cause: said };
}

function locate(program: string, folders: readonly string[]): string | undefined {
  return folders
    .map((folder) => `${folder}/${program}`)
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Why it does not work, or nothing. */
function tryOut(trial: WithFiles): Promise<string | undefined> {
  const { program, args } = opening(trial);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: '/',
      env: { PATH: FOLDERS.join(':') },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? undefined : said.trim() || `it ended with ${code}`));
  });
}
