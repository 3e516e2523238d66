import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { platform, userInfo } from 'node:os';
import { join } from 'node:path';
import { CommandError, type Context, realPath } from '@helve/command';
import { underBubblewrap } from './bubblewrap.ts';
import type { Limits, Spawnable } from './limits.ts';
import { underNamespaces } from './namespaces.ts';
import { underSeatbelt } from './seatbelt.ts';

/** The ways to keep a program in, best first. */
export type Means = 'bubblewrap' | 'namespaces' | 'seatbelt';

/**
 * The same program, kept by the operating system from writing elsewhere than in the folders and, unless it is allowed,
 * from the network. Throws where that cannot be had, so that nothing runs without it.
 */
export async function sandboxed(
  run: Spawnable,
  limits: Limits,
  context: Pick<Context, 'env'>,
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
    hint: 'Install bubblewrap (Linux), allow user namespaces, or run it without --sandbox.',
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

async function firstMissing(programs: readonly string[], { env }: Pick<Context, 'env'>): Promise<string | undefined> {
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
function tryOut({ program, args }: Spawnable, { env }: Pick<Context, 'env'>): Promise<string | undefined> {
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
