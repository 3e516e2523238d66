import { call, CommandError, type Context, parameter, worded } from '@helve/command';
import { integrate, refuseUnfinished } from './changes/integrate.ts';
import { commitAt, currentBranch, openRepository, operationInProgress } from './repository/repository.ts';
import { requireCommit } from './repository/revision.ts';
import { git } from './repository/run.ts';
import type { Input } from '../commands/git/merge.ts';

export async function mergeBranch(input: Input, context: Context) {
  const repository = await openRepository(context);
  if (input.abort) return { aborted: true, ...(await abortMerge(input, context)) };
  if (input.branch === undefined) {
    throw new CommandError('INVALID_INPUT', 'Which branch is to be merged?', {
      hint: worded`Name it with ${parameter('branch')}, or use ${parameter('abort')} to give up a merge with conflicts.`,
      example: 'helve git merge --branch feature',
      details: { parameter: 'branch' },
    });
  }
  await refuseUnfinished(context, repository);
  await requireCommit(context, 'branch', input.branch);
  const merged = await integrate(context, repository, ['merge', '--no-edit', input.branch], {
    keepConflicts: input.keepConflicts,
    again: call('git merge', { branch: input.branch, keepConflicts: true }),
  });
  return { aborted: false, ...merged };
}

async function abortMerge(input: Input, context: Context) {
  if (input.branch !== undefined) {
    throw new CommandError('INVALID_INPUT', worded`Give either ${parameter('branch')} or ${parameter('abort')}`);
  }
  if ((await operationInProgress(context)) !== 'merge') {
    throw new CommandError('NOTHING_TO_DO', 'There is no merge to abort', {
      hint: worded`See what is going on with: ${call('git status')}`,
    });
  }
  await git(context, 'execute', ['merge', '--abort']);
  const commit = await commitAt(context);
  return {
    branch: (await currentBranch(context)) ?? null,
    ...(commit === undefined ? {} : { before: commit, after: commit }),
    updated: false,
    commits: 0,
    files: 0,
    insertions: 0,
    deletions: 0,
  };
}
