import { call, CommandError, type Context, didYouMean, nearest, parameter, worded } from '@helve/command';
import { openRepository } from './repository/repository.ts';
import { branchName, requireCommit } from './repository/revision.ts';
import { git, tryGit } from './repository/run.ts';
import type { Input } from '../commands/git/branch.ts';

/** Lists branches or, when one is named, creates, renames or deletes it. Always gives the branches there are then. */
export async function manageBranches(input: Input, context: Context) {
  await openRepository(context);
  const done = input.branch === undefined ? undefined : await changeBranch(input.branch, input, context);
  return { ...(done === undefined ? {} : { done }), branches: await listBranches(context, input.all) };
}

async function changeBranch(branch: string, input: Input, context: Context): Promise<string> {
  const name = branchName('branch', branch);
  if (input.delete) {
    await requireBranch(context, name);
    const { exitCode, stderr } = await deleteBranch(name, input.force, context);
    if (exitCode === 0) return `deleted ${name}`;
    throw new CommandError('REJECTED', `${name} was not deleted: ${stderr}`, {
      hint: stderr.includes('not fully merged')
        ? worded`Merge it first, or delete it all the same with ${parameter('force')}.`
        : worded`Switch to another branch first: ${call('git checkout')}`,
    });
  }
  const force = input.force ? ['--force'] : [];
  if (input.to !== undefined) {
    await requireBranch(context, name);
    await git(context, 'modify', ['branch', '--move', ...force, name, branchName('to', input.to)]);
    return `renamed ${name} to ${input.to}`;
  }
  if (!input.force) await requireFree(context, name);
  await git(context, 'modify', ['branch', ...force, name, await requireCommit(context, 'from', input.from ?? 'HEAD')]);
  return `created ${name}`;
}

async function deleteBranch(name: string, force: boolean, context: Context) {
  const result = await tryGit(context, 'modify', ['branch', '--delete', ...(force ? ['--force'] : []), name]);
  return { exitCode: result.exitCode, stderr: result.stderr.split('\n')[0]?.replace(/^error: /, '') ?? '' };
}

async function requireBranch(context: Context, name: string): Promise<void> {
  const names = (await listBranches(context, false)).map((branch) => branch.name);
  if (names.includes(name)) return;
  const suggestions = nearest(name, names).slice(0, 3);
  throw new CommandError('NOT_FOUND', `There is no branch ${name}`, {
    hint: didYouMean(name, names, worded`See them with: ${call('git branch')}`, { most: 3 }),
    details: { branch: name, suggestions },
  });
}

async function requireFree(context: Context, name: string): Promise<void> {
  const branches = await listBranches(context, false);
  if (!branches.some((branch) => branch.name === name)) return;
  throw new CommandError('ALREADY_EXISTS', `There is a branch ${name} already`, {
    hint: worded`Switch to it with: ${call('git checkout', { branch: name })}`,
  });
}

const FIELDS = [
  '%(symref)',
  '%(refname)',
  '%(objectname)',
  '%(HEAD)',
  '%(upstream:short)',
  '%(upstream:track,nobracket)',
  '%(committerdate:iso-strict)',
  '%(contents:subject)',
];

async function listBranches(context: Context, all: boolean) {
  const { stdout } = await git(context, 'inspect', [
    'for-each-ref',
    `--format=${FIELDS.join('%00')}`,
    'refs/heads',
    ...(all ? ['refs/remotes'] : []),
  ]);
  return (
    stdout
      .split('\n')
      // origin/HEAD is no branch: it points to one.
      .filter((line) => line.startsWith('\0'))
      .map((line) => {
        const [, ref = '', commit = '', head, upstream = '', track = '', date = '', subject = ''] = line.split('\0');
        return {
          name: ref.replace(/^refs\/(?:heads|remotes)\//, ''),
          remote: ref.startsWith('refs/remotes/'),
          current: head === '*',
          commit,
          ...(upstream === '' ? {} : { upstream }),
          ...(track === '' ? {} : { track }),
          date,
          subject,
        };
      })
  );
}
