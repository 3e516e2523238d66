import { call, CommandError, type Context, worded } from '@helve/command';
import { gitError, outputOf } from './repository/errors.ts';
import { currentBranch, openRepository } from './repository/repository.ts';
import { chosenRemote, network } from './repository/remote-url.ts';
import { branchName } from './repository/revision.ts';
import { tryGit } from './repository/run.ts';
import type { Input } from '../commands/git/push.ts';

const RESULTS: Readonly<Record<string, string>> = {
  ' ': 'updated',
  '+': 'forced',
  '-': 'deleted',
  '*': 'created',
  '!': 'rejected',
  '=': 'up-to-date',
};

export async function pushBranch(input: Input, context: Context) {
  await openRepository(context);
  const current = await currentBranch(context);
  const named = input.branch === undefined ? undefined : branchName('branch', input.branch);
  // Git pushes nothing but tags with --tags alone.
  const branch = named ?? (input.setUpstream || input.tags ? current : undefined);
  const remote = await chosenRemote(context, input.remote, { branch, current });
  const args = [
    'push',
    '--porcelain',
    '--progress',
    ...(input.setUpstream ? ['--set-upstream'] : []),
    ...(input.force ? ['--force-with-lease'] : []),
    ...(input.tags ? ['--tags'] : []),
    ...(input.dryRun ? ['--dry-run'] : []),
    '--',
    ...(remote === undefined ? [] : [remote]),
    ...(branch === undefined ? [] : [branch]),
  ];
  const result = await tryGit(context, 'execute', args, await network(context));
  const refs = parseRefs(result.stdout);
  const rejected = refs.filter((ref) => ref.result === 'rejected');
  if (rejected.length > 0) {
    throw new CommandError(
      'REJECTED',
      `The remote did not take ${rejected.map((ref) => `${ref.to} ${ref.summary}`).join(', ')}`,
      {
        hint: rejected.some((ref) => /fetch first|non-fast-forward|stale info/.test(ref.summary))
          ? worded`Get the new commits first: ${call('git pull')}, then push again.`
          : 'The remote has a rule against it; see its message in the details.',
        details: { refs, ...outputOf(result) },
      },
    );
  }
  if (result.exitCode !== 0) throw gitError(args, result);
  const remoteUrl = /^To (.*)$/m.exec(result.stdout)?.[1] ?? remote ?? '';
  return { remote: remoteUrl, refs, dryRun: input.dryRun };
}

function parseRefs(output: string) {
  return [...output.matchAll(/^([ +\-*!=])\t([^\t:]*):([^\t]*)\t(.*)$/gm)].map(
    ([, flag = '', from = '', to = '', summary = '']) => ({ from, to, result: RESULTS[flag] ?? flag, summary }),
  );
}
