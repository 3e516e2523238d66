import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { call, CommandError, makeFolder, projectRoot, worded } from '@helve/command';
import { newConversationId } from '../log/place.ts';
import type { ThreadRecord } from './record.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The checkout that a thread has for itself. */
export interface Worktree {
  readonly path: string;
  readonly branch: string;
  /** The checkout that it was made from, and is merged into. */
  readonly origin: string;
}

interface GitPlace {
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/** Makes a checkout of the latest commit on a branch of its own. Returns it with the folder in it that a thread works in. */
export async function addWorktree(
  cwd: string,
  now: number,
  place: GitPlace,
): Promise<{ readonly worktree: Worktree; readonly cwd: string }> {
  const origin = projectRoot(cwd);
  const name = newConversationId(now);
  // Beside the checkout, as git's users do: folders of helve in a project cannot be written by programs of a model.
  const folder = `${origin}.worktrees`;
  const worktree = { path: join(folder, name), branch: `helve/${name}`, origin };
  await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], origin, place).catch(() => {
    throw new CommandError('NOT_A_REPOSITORY', `${origin} is not a git repository with a commit`, {
      hint: 'Commit something first, or start the thread without a worktree.',
    });
  });
  await makeFolder(folder);
  await git(['worktree', 'add', '--quiet', '-b', worktree.branch, worktree.path, 'HEAD'], origin, place);
  return { worktree, cwd: join(worktree.path, relative(origin, cwd)) };
}

/** Removes a checkout in which nothing was done yet. */
export async function removeUnused({ path, branch, origin }: Worktree, place: GitPlace): Promise<void> {
  await git(['worktree', 'remove', '--force', path], origin, place);
  await git(['branch', '--quiet', '-D', branch], origin, place);
}

export interface Merged {
  /** The commit that the checkout is at now. */
  readonly commit: string;
  /** Number of commits of the thread. */
  readonly commits: number;
}

/**
 * Commits what the thread left uncommitted, merges its branch into the checkout that it came from, and removes the
 * worktree. When the merge fails, both stay as they were. May be repeated after it was interrupted at any step.
 */
export async function mergeWorktree(worktree: Worktree, title: string, place: GitPlace): Promise<Merged> {
  const { branch, origin } = worktree;
  await commitAll(worktree, title, place);
  const commits = Number((await git(['rev-list', '--count', `HEAD..${branch}`], origin, place)).trim());
  if (commits > 0) {
    await git(['merge', '--no-edit', '--quiet', branch], origin, place).catch(async (thrown: unknown) => {
      const isMerging = await git(['rev-parse', '--verify', '--quiet', 'MERGE_HEAD'], origin, place).then(
        () => true,
        () => false,
      );
      if (isMerging) await git(['merge', '--abort'], origin, place);
      throw new CommandError('CONFLICT', `${branch} could not be merged into ${origin}, which is as it was`, {
        hint: worded`Merge the branch ${branch} yourself and repeat this command, or ${call('thread discard')}.`,
        retry: 'conditional',
        cause: thrown,
      });
    });
  }
  await remove(worktree, place);
  const commit = (await git(['rev-parse', 'HEAD'], origin, place)).trim();
  return { commit, commits };
}

/** Removes the worktree. What was not merged is kept as a commit; returns its ref. */
export async function discardWorktree(
  worktree: Worktree,
  title: string,
  place: GitPlace,
): Promise<{ readonly ref?: string; readonly commits: number }> {
  const { branch, origin } = worktree;
  await commitAll(worktree, title, place);
  const commits = Number((await git(['rev-list', '--count', `HEAD..${branch}`], origin, place)).trim());
  const ref = `refs/helve/discarded/${branch.slice('helve/'.length)}`;
  if (commits > 0) await git(['update-ref', ref, branch], origin, place);
  await remove(worktree, place);
  return commits > 0 ? { ref, commits } : { commits };
}

/** For what only a thread with a worktree can do. */
export function requireWorktree({ id, worktree }: ThreadRecord): Worktree {
  if (worktree) return worktree;
  throw new CommandError('NOTHING_TO_DO', `The thread ${id} has no worktree`, {
    hint: 'Only threads that were started with a worktree can be merged or discarded.',
    retry: 'never',
  });
}

async function commitAll({ path }: Worktree, title: string, place: GitPlace): Promise<void> {
  if (!existsSync(path)) return;
  await git(['add', '--all'], path, place);
  const changed = await git(['status', '--porcelain'], path, place);
  if (changed.trim() !== '') await git(['commit', '--quiet', '--no-verify', '-m', title], path, place);
}

async function remove({ path, branch, origin }: Worktree, place: GitPlace): Promise<void> {
  if (existsSync(path)) await git(['worktree', 'remove', '--force', path], origin, place);
  await git(['worktree', 'prune'], origin, place);
  const exists = await git(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`], origin, place).catch(() => '');
  if (exists !== '') await git(['branch', '--quiet', '-D', branch], origin, place);
}

/** Runs git without hooks. */
async function git(args: readonly string[], cwd: string, { env, signal }: GitPlace): Promise<string> {
  const { runGit } = await import('@helve/processes');
  const result = await runGit({ args, effect: 'modify', cwd, env, signal });
  if (result.exitCode === 0) return result.stdout;
  throw new CommandError('GIT_FAILED', `git ${args[0]} failed: ${result.stderr.trim().slice(-2000)}`, {
    retry: 'conditional',
  });
}
