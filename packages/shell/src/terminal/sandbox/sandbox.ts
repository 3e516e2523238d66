import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { platform, userInfo } from 'node:os';
import { join } from 'node:path';
import { CommandError, parameter, type Place, realPath, worded } from '@helve/command';
import { underNamespaces } from './namespaces.ts';

/** The ways to keep a program in, best first. */
export type Means = 'bubblewrap' | 'namespaces' | 'seatbelt';

/**
 * The same program, kept by the operating system from writing elsewhere than in the folders and, unless it is allowed,
 * from the network. Throws where that cannot be had, so that nothing runs without it.
 */
export async function sandboxed(
  run: Spawnable,
  limits: Limits,
  context: Pick<Place, 'env'>,
  means: readonly Means[] = platform() === 'darwin' ? ['seatbelt'] : ['bubblewrap', 'namespaces'],
): Promise<Spawnable> {
  const real = { ...limits, folders: limits.folders.map(realPath) };
  const failures: string[] = [];
  for (const each of means) {
    const missing = await firstMissing(NEEDS[each], context);
    if (missing !== undefined) {
      failures.push(`${each}: there is no ${missing}`);
      continue;
    }
    // Whether a kernel lets a user do this is only known once it is tried.
    const failure = await tryOut(wrap(each, { program: 'true', args: [] }, real), context);
    if (failure === undefined) return wrap(each, run, real);
    failures.push(`${each}: ${failure}`);
  }
  throw new CommandError('UNAVAILABLE', 'A sandbox was asked for and cannot be had here, so nothing was run', {
    hint: worded`Install bubblewrap (Linux), allow user namespaces, or run it without ${parameter('sandbox')}.`,
    retry: 'never',
    details: { failures },
  });
}

const NEEDS: Readonly<Record<Means, readonly string[]>> = {
  bubblewrap: ['bwrap'],
  namespaces: ['unshare', 'mount', 'sh'],
  seatbelt: ['sandbox-exec'],
};

function wrap(means: Means, run: Spawnable, limits: Limits): Spawnable {
  switch (means) {
    case 'bubblewrap':
      return underBubblewrap(run, limits);
    case 'namespaces':
      return underNamespaces(run, limits, userInfo());
    case 'seatbelt':
      return underSeatbelt(run, limits);
  }
}

async function firstMissing(programs: readonly string[], { env }: Pick<Place, 'env'>): Promise<string | undefined> {
  const folders = (env.PATH ?? '').split(':').filter((folder) => folder !== '');
  for (const program of programs) {
    const found = await Promise.all(
      folders.map((folder) =>
        access(join(folder, program), constants.X_OK).then(
          () => true,
          () => false,
        ),
      ),
    );
    if (!found.includes(true)) return program;
  }
  return undefined;
}

/** Why it does not work, or nothing. */
function tryOut({ program, args }: Spawnable, { env }: Pick<Place, 'env'>): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env: { ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? undefined : said.trim() || `it ended with ${code}`));
  });
}

/** What a program in the sandbox may do besides reading. */
export interface Limits {
  /** The folders it may write in, as absolute paths. They must exist. */
  readonly folders: readonly string[];
  readonly network: boolean;
}

/** A program and its arguments, as they are spawned. */
export interface Spawnable {
  readonly program: string;
  readonly args: readonly string[];
}

/** Runs a program under bubblewrap: everything is there to read, and the folders to write. */
export function underBubblewrap({ program, args }: Spawnable, { folders, network }: Limits): Spawnable {
  // Root keeps the right to mount anew unless it is taken away.
  const everything = ['--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev', '--cap-drop', 'ALL', '--die-with-parent'];
  const writable = folders.flatMap((folder) => ['--bind', folder, folder]);
  const alone = network ? [] : ['--unshare-net'];
  return { program: 'bwrap', args: [...everything, ...writable, ...alone, '--', program, ...args] };
}

/** Runs a program under the sandbox of macOS. */
export function underSeatbelt({ program, args }: Spawnable, limits: Limits): Spawnable {
  return { program: '/usr/bin/sandbox-exec', args: ['-p', seatbeltProfile(limits), program, ...args] };
}

/** The rules in Apple's language; the last that fits decides. */
export function seatbeltProfile({ folders, network }: Limits): string {
  const writable = folders.map((folder) => `(subpath ${JSON.stringify(folder)})`);
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    `(allow file-write* (regex #"^/dev/(null|zero|tty.*|fd/.*|std(out|err)|ptmx)$") ${writable.join(' ')})`,
    ...(network ? [] : ['(deny network*)', '(allow network* (local unix-socket))']),
  ].join('\n');
}
