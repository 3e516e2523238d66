import { join } from 'node:path';
import { type Context, somethingAt } from '@helve/command';
import type { Repository } from '../repository/repository.ts';
import { git, tryGit } from '../repository/run.ts';
import type { Change } from '../status.ts';

/**
 * Adds the submodules whose files have changed. Git itself is kept out of them, because they have a config of their own;
 * each is inspected by a call that runs no program that it names.
 */
export async function addSubmodules(context: Context, repository: Repository, unstaged: Change[]): Promise<void> {
  for (const path of await submodulesIn(context, repository.root)) {
    const folder = join(repository.root, path);
    if (!context.permits(folder, 'read')) continue;
    const dirty = await changesIn(context, folder);
    if (dirty.length === 0) continue;
    const shown = repository.show(path);
    const listed = unstaged.find((change) => change.path === shown);
    if (listed) listed.submodule = [listed.submodule, ...dirty].filter(Boolean).join(', ');
    else unstaged.push({ path: shown, change: 'modified', submodule: dirty.join(', ') });
  }
}

/**
 * The submodules below some paths with changed files, which `git diff` marks as dirty, and the commit that each is at.
 * Files that are only new do not count there.
 */
export async function dirtySubmodules(
  context: Context,
  { root }: Repository,
  paths: readonly string[],
): Promise<readonly { readonly path: string; readonly commit: string }[]> {
  const found: { path: string; commit: string }[] = [];
  for (const path of await submodulesIn(context, root, paths)) {
    const folder = join(root, path);
    if (!context.permits(folder, 'read')) continue;
    if (!(await changesIn(context, folder)).includes('modified content')) continue;
    const { stdout, exitCode } = await tryGit(context, 'inspect', ['rev-parse', 'HEAD'], { cwd: folder });
    if (exitCode === 0) found.push({ path, commit: stdout.trim() });
  }
  return found;
}

/** The submodules that are checked out, by their paths below the root of the repository. */
async function submodulesIn(context: Context, root: string, below: readonly string[] = []): Promise<readonly string[]> {
  if (!somethingAt(join(root, '.gitmodules'))) return [];
  const args = ['ls-files', '--stage', '-z', '--full-name', '--', ...below];
  const { stdout } = await git(context, 'inspect', args, below.length > 0 ? {} : { cwd: root });
  const entries = stdout.split('\0').filter((entry) => entry.startsWith('160000 '));
  const paths = new Set(entries.map((entry) => entry.slice(entry.indexOf('\t') + 1)));
  return [...paths].filter((path) => somethingAt(join(root, path, '.git')));
}

/** In the words of `git status`: a submodule may have changed and new files, also in its own submodules. */
async function changesIn(context: Context, folder: string): Promise<readonly string[]> {
  const args = ['status', '--porcelain=v2', '-z', '--untracked-files=normal'];
  const { stdout, exitCode } = await tryGit(context, 'inspect', args, { cwd: folder });
  if (exitCode !== 0) return ['cannot be read'];
  const entries = stdout.split('\0').filter((entry) => /^[12u?] /.test(entry));
  const nested = await Promise.all(
    (await submodulesIn(context, folder)).map((path) => changesIn(context, join(folder, path))),
  );
  return [
    ...(entries.some((entry) => !entry.startsWith('?')) || nested.flat().length > 0 ? ['modified content'] : []),
    ...(entries.some((entry) => entry.startsWith('?')) ? ['untracked content'] : []),
  ];
}
