import { rmdir } from 'node:fs/promises';
import { basename, isAbsolute, relative, sep } from 'node:path';
import { call, CommandError, type Context, parameter, realPath, resolvePath, worded } from '@helve/command';
import { isOnRemote } from './checkout.ts';
import { firstLine, gitError } from './repository/errors.ts';
import { planFolder } from './repository/new-folder.ts';
import { commitAt, openRepository } from './repository/repository.ts';
import { branchName, requireCommit } from './repository/revision.ts';
import { git, tryGit } from './repository/run.ts';
import { exists } from './changes/trial.ts';
import type { Input } from '../commands/git/worktree.ts';

interface Worktree {
  path: string;
  branch: string | null;
  commit?: string;
  bare?: boolean;
  locked?: boolean;
  /** Its folder is gone. */
  prunable?: boolean;
}

/** Lists the working trees of the repository, or changes them. Always gives those there are then. */
export async function manageWorktrees(input: Input, context: Context) {
  await openRepository(context);
  const done = await act(input, context);
  const worktrees = await listWorktrees(context);
  return {
    ...(done === undefined ? {} : { done }),
    worktrees: worktrees.map((tree) => ({ ...tree, path: shownPath(context, tree.path) })),
  };
}

async function act(input: Input, context: Context): Promise<string | undefined> {
  if (input.action === 'list') return undefined;
  if (input.action === 'prune') return prune(context);
  if (input.path === undefined) {
    throw new CommandError('INVALID_INPUT', worded`${parameter('action')} ${input.action} needs ${parameter('path')}`, {
      example: `helve git worktree --action ${input.action} --path ../feature`,
      details: { parameter: 'path' },
    });
  }
  return input.action === 'add' ? add(input.path, input, context) : remove(input.path, input, context);
}

async function add(path: string, input: Input, context: Context): Promise<string> {
  const target = resolvePath(context.place, path);
  if (await exists(target)) {
    throw new CommandError('ALREADY_EXISTS', `${path} exists already`, {
      hint: worded`Choose another folder with ${parameter('path')}.`,
    });
  }
  // As git has it: a new branch is named after the folder if nothing else is said.
  const name = branchName('branch', input.branch ?? basename(target));
  const existed = (await commitAt(context, `refs/heads/${name}`)) !== undefined;
  if (input.create && existed) {
    throw new CommandError('ALREADY_EXISTS', `There is a branch ${name} already`, {
      hint: worded`Leave ${parameter('create')} out.`,
    });
  }
  const isNew = input.create || (input.branch === undefined && !existed);
  if (!isNew && !(await isOnRemote(context, name))) await requireCommit(context, 'branch', name);
  const args = [
    'worktree',
    'add',
    '--quiet',
    ...(input.force ? ['--force'] : []),
    ...(isNew ? ['-b', name, '--', target, 'HEAD'] : ['--', target, name]),
  ];
  const folder = await planFolder(target, context);
  const undo = async () => {
    const free: Context = { ...context, signal: AbortSignal.timeout(30_000) };
    await folder.remove();
    await tryGit(free, 'modify', ['worktree', 'prune']);
    if (!existed) await tryGit(free, 'modify', ['branch', '--delete', '--force', '--quiet', name]);
  };
  const result = await tryGit(context, 'execute', args).catch(async (thrown: unknown) => {
    await undo();
    throw thrown;
  });
  if (result.exitCode !== 0) {
    const trees = await listWorktrees(context);
    if (!trees.some((tree) => tree.path === realPath(target) && !tree.prunable)) {
      await undo();
      throw gitError(args, result);
    }
    context.warn(`The working tree was made, but a hook failed: ${firstLine(result)}`);
  }
  return `added ${path} on ${name}`;
}

async function remove(path: string, input: Input, context: Context): Promise<string> {
  const target = resolvePath(context.place, path);
  const args = ['worktree', 'remove', ...(input.force ? ['--force'] : []), '--', target];
  const result = await tryGit(context, 'execute', args);
  if (result.exitCode === 0 || (await isEmptied(target, context))) return `removed ${path}`;
  const says = firstLine(result);
  if (says.includes('is not a working tree')) {
    throw new CommandError('NOT_FOUND', `${path} is not a working tree of this repository`, {
      hint: worded`See them with: ${call('git worktree')}`,
    });
  }
  if (says.includes('contains modified or untracked files')) {
    throw new CommandError('REJECTED', `${path} has uncommitted changes; it was not removed`, {
      hint: worded`Commit them there first, or remove it all the same with ${parameter('force')}.`,
    });
  }
  throw gitError(args, result);
}

/** A confined git removes everything but the folder itself, which is mounted where it is outside the project. */
async function isEmptied(target: string, context: Context): Promise<boolean> {
  if (!context.confinement || (await listWorktrees(context)).some((tree) => tree.path === realPath(target)))
    return false;
  return rmdir(target).then(
    () => true,
    () => false,
  );
}

async function prune(context: Context): Promise<string> {
  const before = await listWorktrees(context);
  await git(context, 'execute', ['worktree', 'prune']);
  const after = new Set((await listWorktrees(context)).map((tree) => tree.path));
  const gone = before.filter((tree) => !after.has(tree.path)).map((tree) => shownPath(context, tree.path));
  return gone.length === 0 ? 'nothing to prune' : `pruned ${gone.join(', ')}`;
}

async function listWorktrees(context: Context): Promise<Worktree[]> {
  const args = ['worktree', 'list', '--porcelain'];
  const exact = await tryGit(context, 'inspect', [...args, '-z']);
  // Git knows -z here since 2.36.
  const values =
    exact.exitCode === 0 ? exact.stdout.split('\0') : (await git(context, 'inspect', args)).stdout.split('\n');
  const trees: Worktree[] = [];
  for (const value of values) {
    const [, key, rest = ''] = /^(\S+)(?: (.*))?$/s.exec(value) ?? [];
    const tree = trees.at(-1);
    if (key === 'worktree') trees.push({ path: rest, branch: null });
    else if (!tree) continue;
    else if (key === 'HEAD' && !/^0+$/.test(rest)) tree.commit = rest;
    else if (key === 'branch') tree.branch = rest.replace(/^refs\/heads\//, '');
    else if (key === 'bare' || key === 'locked' || key === 'prunable') tree[key] = true;
  }
  return trees;
}

/** Relative when it is inside the working directory. */
function shownPath(context: Context, path: string): string {
  const inside = relative(realPath(context.place.cwd), path);
  if (inside === '') return '.';
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside.split(sep).join('/');
}
