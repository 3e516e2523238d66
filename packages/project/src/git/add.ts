import { CommandError, type Context, parameter, worded } from '@helve/command';
import { pathArguments } from './repository/repository.ts';
import { git } from './repository/run.ts';
import { readStatus } from './status.ts';
import type { Input } from '../commands/git/add.ts';

/** Stages what was named, or everything. */
export async function stageFiles(input: Input, context: Context) {
  const paths = pathArguments(context, input.paths);
  if (paths.length > 0 && input.all) {
    throw new CommandError('INVALID_INPUT', worded`Give either ${parameter('paths')} or ${parameter('all')}`, {
      hint: worded`Leave ${parameter('all')} out.`,
    });
  }
  const args = paths.length > 0 ? ['--', ...paths] : ['--all'];
  // Git stages the other paths before it fails on one that is ignored, so it is asked first what it would do.
  if (paths.length > 0) await git(context, 'modify', ['add', '--dry-run', ...args]);
  await git(context, 'modify', ['add', ...args]);
  const { staged } = await readStatus({}, context);
  return { staged };
}
