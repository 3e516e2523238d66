import { chmodSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { geteuid } from 'node:process';
import { CommandError, type Confinement, realPath } from '@helve/command';
import { contains, findPaths } from '@helve/policy';
import type { Spawnable } from './confined.ts';
import { type DriverName, requireDriver } from './driver.ts';
import { confinedEnvironment } from './environment.ts';
import { layOut, writableFolders } from './layout.ts';
import { isPlaceholder, Placeholders } from './placeholders.ts';

/** A program that is about to be started. */
export interface Startable extends Spawnable {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The same program, confined. Release it once it has ended. */
export interface ConfinedProgram extends Startable {
  readonly release: () => void;
}

/**
 * Confines a program: the operating system keeps it and all that it starts to what the confinement allows. Throws where
 * there is no sandbox, so that nothing runs without it.
 */
export async function confineProgram(
  run: Startable,
  confinement: Confinement,
  network: 'closed' | 'open',
  names?: readonly DriverName[],
): Promise<ConfinedProgram> {
  const driver = await requireDriver(names);
  const state = stateFolder();
  const paths = findPaths(confinement);
  const roots = writableFolders(confinement);
  const stoodIn = paths.readOnly.filter(isPlaceholder);
  const isWritable = (path: string) => roots.some((root) => contains(root, realPath(dirname(path))));
  const placeholders = new Placeholders(
    [...paths.missing, ...stoodIn].filter(isWritable),
    confinement.guarded.filter(isWritable),
  );
  try {
    const temp = confinement.keepTemp ? tempFolder(state, realPath(confinement.project)) : undefined;
    const found = { ...paths, readOnly: paths.readOnly.filter((path) => !stoodIn.includes(path)) };
    const { cwd, env } = run;
    const steps = layOut(confinement, found, { cwd, env, temp, placeholders: placeholders.paths });
    const emptyFile = join(state, 'empty');
    const wrapped = driver.wrap({ run, cwd, steps, network, emptyFile });
    return {
      ...withinLimit(wrapped, state),
      cwd,
      env: confinedEnvironment(env, driver.name === 'seatbelt' ? (temp ?? '/tmp') : '/tmp', isWritable),
      release: () => placeholders.release(),
    };
  } catch (thrown) {
    placeholders.release();
    throw thrown;
  }
}

/** Where helve keeps what sandboxes need. The system removes it in time, as it does with other temporary files. */
function stateFolder(): string {
  const folder = ownFolder(`/tmp/helve-sandbox-${geteuid?.() ?? 0}`);
  const empty = join(folder, 'empty');
  if (lstatSync(empty, { throwIfNoEntry: false }) === undefined) {
    writeFileSync(empty, '');
    chmodSync(empty, 0);
  }
  return folder;
}

/** The temporary folder of a project's programs. They find there what they left. */
function tempFolder(state: string, project: string): string {
  return ownFolder(join(state, `temp-${createHash('sha256').update(project).digest('hex').slice(0, 16)}`));
}

/** The folder, made if it is missing. It must be ours alone: /tmp is everyone's. */
function ownFolder(path: string): string {
  try {
    mkdirSync(path, { mode: 0o700 });
    return path;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw notOurs(path, thrown);
  }
  const { uid, mode } = lstatSync(path);
  const isOurs = lstatSync(path).isDirectory() && uid === geteuid?.() && (mode & 0o077) === 0;
  if (!isOurs) throw notOurs(path);
  return path;
}

function notOurs(path: string, cause?: unknown): CommandError {
  return new CommandError('UNAVAILABLE', `The sandbox cannot start: ${path} is not a folder that only you can use`, {
    hint: `Remove it: rm -r ${path}`,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** As many bytes of arguments as are passed on directly. */
const MOST_BYTES = 100_000;

/** The system limits how long arguments may be: bubblewrap reads longer ones from a file. */
function withinLimit({ program, args }: Spawnable, state: string): Spawnable {
  const end = args.indexOf('--');
  const options = args.slice(0, end);
  const bytes = options.reduce((sum, each) => sum + Buffer.byteLength(each) + 1, 0);
  if (bytes <= MOST_BYTES || !program.endsWith('bwrap')) return { program, args };
  const text = options.map((each) => `${each}\0`).join('');
  const file = join(state, `arguments-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`);
  writeFileSync(file, text, { mode: 0o600 });
  return { program: '/bin/sh', args: ['-c', SCRIPT, program, file, ...args.slice(end + 1)] };
}

const SCRIPT = 'exec 9< "$1"; shift; exec "$0" --args 9 -- "$@"';
