import { call, CommandError, type Context, parameter, worded } from '@helve/command';
import { integrate, refuseUnfinished } from './changes/integrate.ts';
import { chosenRemote, network } from './repository/remote-url.ts';
import { currentBranch, openRepository } from './repository/repository.ts';
import { branchName } from './repository/revision.ts';
import { tryGit } from './repository/run.ts';
import type { Input } from '../commands/git/pull.ts';

export async function pullBranch(input: Input, context: Context) {
  const repository = await openRepository(context);
  await refuseUnfinished(context, repository);
  const current = await currentBranch(context);
  const branch = input.branch === undefined ? undefined : branchName('branch', input.branch);
  const remote = await chosenRemote(context, input.remote, { branch, current });
  const args = [
    'pull',
    '--progress',
    '--no-edit',
    ...(await strategy(input, context, current)),
    '--',
    ...(remote === undefined ? [] : [remote]),
    ...(branch === undefined ? [] : [branch]),
  ];
  return integrate(context, repository, args, {
    options: await network(context),
    keepConflicts: input.keepConflicts,
    again: call('git pull', { ...(input.rebase ? { rebase: true } : {}), keepConflicts: true }),
  });
}

async function strategy(input: Input, context: Context, current: string | undefined): Promise<string[]> {
  if (input.rebase && input.ffOnly)
    throw new CommandError('INVALID_INPUT', worded`Give either ${parameter('rebase')} or ${parameter('ffOnly')}`);
  if (input.rebase) return ['--rebase'];
  if (input.ffOnly) return ['--ff-only'];
  // Git refuses to choose between merge and rebase unless the user did.
  const keys = ['pull.rebase', 'pull.ff', ...(current === undefined ? [] : [`branch.${current}.rebase`])];
  for (const key of keys) {
    const chosen = await tryGit(context, 'inspect', ['config', '--get', key]);
    if (chosen.exitCode === 0) return [];
  }
  return ['--no-rebase'];
}
