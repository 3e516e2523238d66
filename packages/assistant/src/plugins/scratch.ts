import { randomBytes } from 'node:crypto';
import { cp, lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { CommandError, type Context, makeFolder, toCommandError } from '@helve/command';
import { type PluginSource, withFileLock } from '@helve/settings';
import { checkOut } from './git.ts';

/** The folder of the home that has all of plugins but what is known of them. */
export function pluginsFolder(home: string): string {
  return join(home, 'plugins');
}

const NEW = '.new-';
const DAY_MS = 24 * 60 * 60 * 1000;

/** What was fetched, and the commit that it is of, if it came from a repository. */
export interface Fetched {
  readonly folder: string;
  readonly commit?: string;
}

/** Fetches something into a folder that is gone afterwards, unless it was moved away. */
export async function withFetched<Value>(
  source: PluginSource,
  context: Context,
  use: (fetched: Fetched) => Promise<Value>,
): Promise<Value> {
  const place = pluginsFolder(context.place.home);
  await makeFolder(place, 0o700);
  await removeAbandoned(place, context.now());
  const scratch = join(place, `${NEW}${randomBytes(8).toString('hex')}`);
  try {
    return await use(await fetchInto(source, scratch, context));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Puts a folder in the place of another: whoever looks sees the one or the other, whole. */
export async function putInPlace(folder: string, target: string): Promise<void> {
  const aside = join(dirname(folder), `${NEW}${randomBytes(8).toString('hex')}`);
  await makeFolder(dirname(target), 0o700);
  const replaced = await rename(target, aside).then(
    () => true,
    (thrown: unknown) => {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw toCommandError(thrown, target);
    },
  );
  try {
    await rename(folder, target);
  } catch (thrown) {
    if (replaced) await rename(aside, target);
    throw toCommandError(thrown, target);
  }
  await rm(aside, { recursive: true, force: true });
}

/** Takes a folder away at once, and then removes it. */
export async function takeAway(folder: string, home: string): Promise<void> {
  const aside = join(pluginsFolder(home), `${NEW}${randomBytes(8).toString('hex')}`);
  await rename(folder, aside).catch(() => {});
  await rm(aside, { recursive: true, force: true });
}

/** One at a time changes what is installed. */
export async function inTurn<Value>(home: string, work: () => Promise<Value>): Promise<Value> {
  const place = pluginsFolder(home);
  await makeFolder(place, 0o700);
  return withFileLock(join(place, '.lock'), work);
}

async function fetchInto(source: PluginSource, scratch: string, context: Context): Promise<Fetched> {
  if (source.kind === 'folder') {
    const found = await lstat(source.path).catch(() => undefined);
    if (!found) throw new CommandError('NOT_FOUND', `There is no folder ${source.path}`);
    await cp(source.path, scratch, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => basename(path) !== '.git',
    });
    return { folder: scratch };
  }
  context.progress(`Fetching ${source.url}`);
  const commit = await checkOut(source, scratch, context);
  const folder = resolve(scratch, source.path ?? '.');
  if (folder !== scratch && !folder.startsWith(`${scratch}${sep}`)) {
    throw new CommandError('INVALID_INPUT', `${source.path} leads out of ${source.url}`);
  }
  return { folder, commit };
}

/** What a process that was killed left behind. */
async function removeAbandoned(place: string, now: number): Promise<void> {
  for (const name of await readdir(place)) {
    if (!name.startsWith(NEW)) continue;
    const path = join(place, name);
    const found = await lstat(path).catch(() => undefined);
    if (found && now - found.mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true });
  }
}
