import { CommandError, type Context, parameter, worded } from '@helve/command';
import { DIFF_OPTIONS, parseChanges } from './changes/changes.ts';
import { openRepository, pathArguments } from './repository/repository.ts';
import { git } from './repository/run.ts';
import type { Input } from '../commands/git/add.ts';

/** Entries that a result holds at most. */
const LIST_LIMIT = 1000;

/** Stages what was named, or everything. */
export async function stageFiles(input: Input, context: Context) {
  const repository = await openRepository(context);
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
  // The index is compared with the last commit: unlike in a status of the working tree, no filter takes part in that.
  const raw = await git(context, 'inspect', ['diff', '--cached', '--raw', '--numstat', '-z', ...DIFF_OPTIONS, '--']);
  const changes = parseChanges(raw.stdout.split('\0')).files.filter(({ change }) => change !== 'conflicted');
  const staged = changes.map(({ path, change, from }) => ({
    path: repository.show(path),
    change,
    ...(from === undefined ? {} : { from: repository.show(from) }),
  }));
  const omitted = staged.length - LIST_LIMIT;
  return { staged: staged.slice(0, LIST_LIMIT), ...(omitted > 0 ? { omitted } : {}) };
}
