import { type Dirent, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import { type Access, CommandError, type Context, readTextIfAny, realPath, resolvePath } from '@helve/command';
import { list } from './errors.ts';
import { git, tryGit } from './run.ts';

/** The repository that the working directory is in. */
export interface Repository {
  /** The top folder of its working tree, with symbolic links followed. */
  readonly root: string;
  /** A path that git counts from the root, as the user would write it. */
  readonly show: (path: string) => string;
}

export async function openRepository(context: Context): Promise<Repository> {
  const { stdout } = await git(context, 'inspect', ['rev-parse', '--show-prefix']);
  const prefix = stdout.replace(/\n$/, '');
  const depth = prefix.split('/').length - 1;
  const root = resolve(realPath(context.place.cwd), '../'.repeat(depth));
  return {
    root: context.restricted ? await requireReadable(context, root) : root,
    show: (path) => {
      const shown = posix.relative(`/${prefix}`, `/${path}`) || '.';
      return path.endsWith('/') ? `${shown}/` : shown;
    },
  };
}

/**
 * Refuses a repository that is elsewhere than it seems, in a folder that may not be read: a file `.git`, `commondir`,
 * `core.worktree` and `objects/info/alternates` lead anywhere. Returns the top folder of its working tree.
 */
async function requireReadable(context: Context, root: string): Promise<string> {
  const args = ['rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir', '--show-toplevel'];
  const { stdout } = await tryGit(context, 'inspect', args);
  const [own = '', common = '', top = root] = stdout.split('\n').filter((line) => line !== '');
  const folders = [own, common, top, ...alternatesOf(common)].filter((path) => path !== '').map(realPath);
  const denied =
    folders.find((path) => !context.permits(path, 'read') || !context.permits(join(path, 'any'), 'read')) ??
    linksIn(common).find((path) => !context.permits(path, 'read'));
  if (denied === undefined) return realPath(top);
  throw new CommandError('PERMISSION_DENIED', `The repository is in ${denied}, which may not be read`, {
    hint: 'A rule denies it; look at .git before you trust this folder.',
    retry: 'never',
    details: { path: denied },
  });
}

/** Entries of a git folder that are looked through for links. */
const MOST_ENTRIES = 20_000;

/** Where links in a git folder lead: git prints lines of files such as `packed-refs` that it cannot read. */
function linksIn(git: string): readonly string[] {
  const links: string[] = [];
  const folders = [git];
  let left = MOST_ENTRIES;
  for (const folder of folders) {
    for (const entry of entriesOf(folder).slice(0, left)) {
      left -= 1;
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) links.push(realPath(path));
      else if (entry.isDirectory() && path !== join(git, 'objects')) folders.push(path);
    }
  }
  return links;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Where a repository takes objects from besides its own folder. */
function alternatesOf(common: string): readonly string[] {
  const objects = resolve(common, 'objects');
  const lines = (readTextIfAny(join(objects, 'info/alternates')) ?? '').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => resolve(objects, line));
}

/** The absolute forms of paths that a user gave, for git. */
export function pathArguments(context: Context, paths: readonly string[] | undefined): string[] {
  return (paths ?? []).map((path) => resolvePath(context.place, path));
}

/** Refuses to go on if the rules keep one of these files from the command. */
export function requirePermission(
  context: Context,
  repository: Repository,
  paths: readonly string[],
  access: Access,
): void {
  const denied = paths.filter((path) => !context.permits(resolve(repository.root, path), access));
  if (denied.length === 0) return;
  const names = denied.map(repository.show);
  throw new CommandError('PERMISSION_DENIED', `The rules do not let this command ${access} ${list(names)}`, {
    hint: 'Name only paths that it may touch.',
    retry: 'never',
    details: { files: names },
  });
}

/** The branch that is checked out, with or without commits; undefined when HEAD is detached. */
export async function currentBranch(context: Context, cwd = context.place.cwd): Promise<string | undefined> {
  const { exitCode, stdout } = await tryGit(context, 'inspect', ['symbolic-ref', '--quiet', '--short', 'HEAD'], {
    cwd,
  });
  return exitCode === 0 ? stdout.trim() : undefined;
}

/** The commit a revision names; undefined when there is none. */
export async function commitAt(
  context: Context,
  revision = 'HEAD',
  cwd = context.place.cwd,
): Promise<string | undefined> {
  const { exitCode, stdout } = await tryGit(
    context,
    'inspect',
    ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`],
    { cwd },
  );
  return exitCode === 0 ? stdout.trim() : undefined;
}

/** What a commit without parents is compared with. It differs with the repository's hash. */
export async function emptyTree(context: Context): Promise<string> {
  return (await git(context, 'inspect', ['hash-object', '-t', 'tree', '--stdin'])).stdout.trim();
}

export const OPERATIONS = ['merge', 'rebase', 'cherry-pick', 'revert', 'bisect'] as const;
export type Operation = (typeof OPERATIONS)[number];

const MARKS: readonly (readonly [string, Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** The operation that waits to be continued or aborted. */
export async function operationInProgress(context: Context): Promise<Operation | undefined> {
  const { stdout } = await git(context, 'inspect', ['rev-parse', '--absolute-git-dir']);
  const gitDir = stdout.replace(/\n$/, '');
  for (const [mark, operation] of MARKS) {
    const found = await stat(resolve(gitDir, mark)).catch(() => undefined);
    if (found) return operation;
  }
  return undefined;
}

/** Files with conflicts that are not resolved, as the user would write them. */
export async function conflictedFiles(context: Context, repository: Repository): Promise<string[]> {
  const { stdout } = await git(context, 'inspect', ['diff', '--name-only', '--diff-filter=U', '--no-relative', '-z']);
  return stdout
    .split('\0')
    .filter((path) => path !== '')
    .map(repository.show);
}
