import { resolve } from 'node:path';
import { call, CommandError, type Context, parameter, worded } from '@helve/command';
import { diffOf } from './diff.ts';
import { list } from './repository/errors.ts';
import {
  commitAt,
  conflictedFiles,
  openRepository,
  type Repository,
  requirePermission,
} from './repository/repository.ts';
import { git } from './repository/run.ts';
import { CHANGED_NAMES, exists, nulSeparated, tryMerge, unsaved } from './changes/trial.ts';
import type { Input } from '../commands/git/stash.ts';

interface Stash {
  readonly index: number;
  readonly commit: string;
  readonly date: string;
  readonly message: string;
}

/** Stash itself names the top folder as `:/` to the git that removes files for it. No path of the user is passed. */
const MAGIC = { env: { GIT_LITERAL_PATHSPECS: '0' } } as const;

/** Puts changes aside, and brings them back. */
export async function manageStash(input: Input, context: Context) {
  const repository = await openRepository(context);
  const { action } = input;
  if (action === 'list') return { action, stashes: await listStashes(context) };
  if (action === 'push') return { action, ...(await pushStash(input, context, repository)) };
  const stash = await requireStash(context, input.index);
  if (action === 'show') return { action, stash, ...(await showStash(context, repository, stash)) };
  if (action === 'drop') {
    await git(context, 'modify', ['stash', 'drop', '--quiet', `stash@{${stash.index}}`]);
    return { action, stash };
  }
  const files = await requireClean(context, repository, stash);
  await git(context, 'modify', ['stash', action, '--quiet', `stash@{${stash.index}}`], MAGIC);
  return { action, stash, files: files.map(repository.show) };
}

async function pushStash(input: Input, context: Context, repository: Repository) {
  await refuseUnresolved(context, repository);
  if ((await commitAt(context)) === undefined) {
    throw new CommandError('NOTHING_TO_DO', 'Cannot stash: the repository has no commits yet', {
      hint: worded`Make the first commit: ${call('git add')}, then ${call('git commit')}.`,
    });
  }
  const files = await changedFiles(context, repository, input.includeUntracked);
  if (files.length === 0) {
    throw new CommandError('NOTHING_TO_DO', 'There are no changes to stash', {
      hint: input.includeUntracked
        ? undefined
        : worded`Files that git does not know yet: ${parameter('includeUntracked')}`,
    });
  }
  requirePermission(context, repository, files, 'write');
  const args = [
    'stash',
    'push',
    '--quiet',
    ...(input.includeUntracked ? ['--include-untracked'] : []),
    ...(input.message === undefined ? [] : [`--message=${input.message}`]),
  ];
  await git(context, 'modify', args, MAGIC);
  return { stash: await requireStash(context, 0), files: files.map(repository.show) };
}

async function changedFiles(context: Context, { root }: Repository, untracked: boolean): Promise<string[]> {
  const ask = async (...args: readonly string[]) =>
    nulSeparated((await git(context, 'modify', args, { cwd: root })).stdout);
  const diff = [...CHANGED_NAMES, '--ignore-submodules=all'];
  const names = [
    ...(await ask(...diff, '--cached', 'HEAD', '--')),
    ...(await ask(...diff, '--')),
    ...(untracked ? await ask('ls-files', '--others', '--exclude-standard', '-z') : []),
  ];
  return [...new Set(names)].sort();
}

/** Foresees what bringing a stash back would write, and refuses if anything stands in the way. */
async function requireClean(context: Context, repository: Repository, stash: Stash): Promise<string[]> {
  await refuseUnresolved(context, repository);
  const { commit } = stash;
  const here = (await git(context, 'modify', ['write-tree'])).stdout.trim();
  const { touched, conflicted } = await tryMerge(context, `${commit}^1^{tree}`, here, `${commit}^{tree}`);
  const untracked = await untrackedIn(context, commit);
  const files = [...new Set([...touched, ...untracked])].sort();
  requirePermission(context, repository, files, 'write');
  if (conflicted.length > 0) {
    throw inTheWay(repository, conflicted, 'were changed since in the same places');
  }
  const taken = await Promise.all(untracked.map((path) => exists(resolve(repository.root, path))));
  const lost = [...(await unsaved(context, repository, touched)), ...untracked.filter((_, index) => taken[index])];
  if (lost.length > 0) throw inTheWay(repository, lost, 'hold changes that would be overwritten');
  return files;
}

function inTheWay(repository: Repository, paths: readonly string[], why: string): CommandError {
  const files = paths.map(repository.show);
  return new CommandError('CONFLICT', `The stash was not brought back: ${list(files)} ${why}; nothing was changed`, {
    hint: worded`Commit or restore these files first, or go back to where the stash was made: ${call('git checkout')}. See it with: ${call('git stash', { action: 'show' })}`,
    details: { files },
  });
}

async function refuseUnresolved(context: Context, repository: Repository): Promise<void> {
  const files = await conflictedFiles(context, repository);
  if (files.length === 0) return;
  throw new CommandError('CONFLICT', `There are conflicts to resolve first: ${list(files)}`, {
    hint: worded`Edit the files and stage them with ${call('git add')}.`,
    details: { files },
  });
}

/** Files that git did not know when they were put aside stand in a third parent. */
async function untrackedIn(context: Context, commit: string): Promise<string[]> {
  const parent = await commitAt(context, `${commit}^3`);
  if (parent === undefined) return [];
  return nulSeparated(
    (await git(context, 'inspect', ['ls-tree', '-r', '-z', '--name-only', '--full-tree', parent])).stdout,
  );
}

async function showStash(context: Context, repository: Repository, { commit }: Stash) {
  const diff = await diffOf(context, repository, [`${commit}^1`, commit], { paths: [], lines: 3, patch: true });
  const untracked = (await untrackedIn(context, commit)).filter((path) =>
    context.permits(resolve(repository.root, path), 'read'),
  );
  const { files: changes, ...patch } = diff;
  return { changes, ...patch, ...(untracked.length === 0 ? {} : { untracked: untracked.map(repository.show) }) };
}

async function requireStash(context: Context, index: number): Promise<Stash> {
  const stashes = await listStashes(context);
  const stash = stashes[index];
  if (stash) return stash;
  throw new CommandError('NOT_FOUND', stashes.length === 0 ? 'Nothing was put aside' : `There is no stash ${index}`, {
    hint: worded`See what there is with: ${call('git stash', { action: 'list' })}`,
    details: { stashes: stashes.length },
  });
}

async function listStashes(context: Context): Promise<Stash[]> {
  const { stdout } = await git(context, 'inspect', [
    'stash',
    'list',
    '-z',
    '--no-show-signature',
    '--format=%H%x00%cI%x00%gs',
  ]);
  const values = stdout.split('\0');
  const stashes: Stash[] = [];
  for (let at = 0; at + 3 <= values.length; at += 3) {
    const [commit = '', date = '', message = ''] = values.slice(at, at + 3);
    stashes.push({ index: stashes.length, commit, date, message });
  }
  return stashes;
}
