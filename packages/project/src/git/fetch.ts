import { CommandError, type Context, parameter, worded } from '@helve/command';
import { network, remoteName } from './repository/remote-url.ts';
import { openRepository } from './repository/repository.ts';
import { git } from './repository/run.ts';
import type { Input } from '../commands/git/fetch.ts';

export async function fetchRemote(input: Input, context: Context) {
  await openRepository(context);
  if (input.all && input.remote !== undefined)
    throw new CommandError('INVALID_INPUT', worded`Give either ${parameter('remote')} or ${parameter('all')}`);
  const before = await remoteRefs(context);
  await git(
    context,
    'execute',
    [
      'fetch',
      '--progress',
      ...(input.prune ? ['--prune'] : []),
      ...(input.all ? ['--all'] : []),
      '--',
      ...(input.remote === undefined ? [] : [remoteName(context, input.remote)]),
    ],
    await network(context),
  );
  const after = await remoteRefs(context);
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return {
    updates: names
      .filter((ref) => before.get(ref) !== after.get(ref))
      .map((ref) => ({ ref, from: before.get(ref) ?? null, to: after.get(ref) ?? null })),
  };
}

async function remoteRefs(context: Context): Promise<Map<string, string>> {
  const format = '--format=%(refname) %(objectname) %(symref)';
  const { stdout } = await git(context, 'inspect', ['for-each-ref', format, 'refs/remotes', 'refs/tags']);
  return new Map(
    stdout
      .split('\n')
      .map((line) => line.split(' '))
      // origin/HEAD only points to a branch, and moves with it.
      .flatMap(([ref, commit, target]) => (ref && commit && !target ? [[ref, commit] as const] : [])),
  );
}
