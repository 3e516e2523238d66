import type { Context } from '@helve/command';
import { commitAt, currentBranch, openRepository } from './repository/repository.ts';
import { branchName, refuseOption, requireCommit } from './repository/revision.ts';
import { firstLine, gitError } from './repository/errors.ts';
import { git, tryGit } from './repository/run.ts';
import type { Input } from '../commands/git/checkout.ts';

export async function checkoutBranch(input: Input, context: Context) {
  await openRepository(context);
  const before = await currentBranch(context);
  const commitBefore = await commitAt(context);
  const target = input.create ? branchName('branch', input.branch) : refuseOption('branch', input.branch);
  if (!input.create && !(await isOnRemote(context, target))) await requireCommit(context, 'branch', target);
  const start = input.startPoint === undefined ? [] : [await requireCommit(context, 'startPoint', input.startPoint)];
  const args = input.create
    ? ['checkout', '--quiet', '-b', target, ...start, '--']
    : ['checkout', '--quiet', ...(input.detach ? ['--detach'] : []), target, '--'];
  const result = await tryGit(context, 'execute', args);
  const branch = await currentBranch(context);
  const commit = await commitAt(context);
  if (result.exitCode !== 0) {
    // A post-checkout hook fails the command after the switch was made.
    if (branch === before && commit === commitBefore) throw gitError(args, result);
    context.warn(`The branch was switched, but a hook failed: ${firstLine(result)}`);
  }
  return {
    branch: branch ?? null,
    detached: branch === undefined,
    ...(commit === undefined ? {} : { commit }),
    created: input.create,
    ...(before === undefined ? {} : { previous: before }),
  };
}

/** Whether a remote has a branch of this name, which git then makes a local one of. */
export async function isOnRemote(context: Context, name: string): Promise<boolean> {
  const { stdout } = await git(context, 'inspect', ['for-each-ref', '--format=%(refname:lstrip=3)', 'refs/remotes']);
  return stdout.split('\n').includes(name);
}
