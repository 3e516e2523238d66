import { lstat, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Context } from '@helve/command';
import { gitError } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { git, tryGit } from '../repository/run.ts';

export interface Trial {
  /** Files that the merge would write or delete, counted from the root. */
  readonly touched: readonly string[];
  /** Those of them that both sides changed. */
  readonly conflicted: readonly string[];
}

/**
 * Merges trees with an index and a folder of its own, so that the outcome is known before the working tree is touched.
 * The folder starts empty (git takes a missing file for an unchanged one) and only gets the files that differ.
 */
export async function tryMerge(context: Context, base: string, ours: string, theirs: string): Promise<Trial> {
  const gitDir = (await git(context, 'inspect', ['rev-parse', '--absolute-git-dir'])).stdout.replace(/\n$/, '');
  const folder = await mkdtemp(join(gitDir, 'helve-trial-'));
  try {
    const cwd = join(folder, 'tree');
    await mkdir(cwd);
    const env = { GIT_DIR: gitDir, GIT_WORK_TREE: cwd, GIT_INDEX_FILE: join(folder, 'index') };
    await git(context, 'modify', ['read-tree', ours], { cwd, env });
    const args = ['merge-recursive', base, '--', ours, theirs];
    const merged = await tryGit(context, 'modify', args, { cwd, env });
    // 1 is a conflict; anything else is a failure.
    if (merged.exitCode > 1) throw gitError(args, merged);
    const names = async (...diff: readonly string[]) =>
      nulSeparated((await git(context, 'inspect', [...diff, '--name-only', '-z'], { cwd, env })).stdout);
    return {
      touched: await names('diff-index', '--cached', '--no-renames', ours),
      conflicted: merged.exitCode === 0 ? [] : await names('diff-files', '--diff-filter=U'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Lists the files that differ, by their names, for a command that is about to change them. */
export const CHANGED_NAMES = 'diff --name-only -z --no-ext-diff --no-textconv --no-relative --no-renames'.split(' ');

/** Those of the paths that hold something which is neither staged nor committed, and would be lost. */
export async function unsaved(context: Context, repository: Repository, paths: readonly string[]): Promise<string[]> {
  const ask = async (...args: readonly string[]) =>
    new Set(nulSeparated((await git(context, 'modify', args, { cwd: repository.root })).stdout));
  const changed = await ask(...CHANGED_NAMES, '--ignore-submodules=dirty');
  const tracked = await ask('ls-files', '-z');
  const found = await Promise.all(
    paths.map(
      async (path) => changed.has(path) || (!tracked.has(path) && (await exists(resolve(repository.root, path)))),
    ),
  );
  return paths.filter((_, index) => found[index]);
}

/** Whether something is there, or a file stands where a folder of the path would have to be. */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ENOTDIR';
  }
}

export function nulSeparated(output: string): string[] {
  return output.split('\0').filter((value) => value !== '');
}
