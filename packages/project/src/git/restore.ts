import type { Context } from '@helve/command';
import { commitAt, openRepository, pathArguments, requirePermission } from './repository/repository.ts';
import { requireCommit } from './repository/revision.ts';
import { git } from './repository/run.ts';
import { CHANGED_NAMES, nulSeparated } from './changes/trial.ts';
import type { Input } from '../commands/git/restore.ts';

/** Brings files back as they were staged or committed, or takes them out of what is staged. */
export async function restoreFiles(input: Input, context: Context) {
  const repository = await openRepository(context);
  const paths = pathArguments(context, input.paths);
  const source = input.source === undefined ? undefined : await requireCommit(context, 'source', input.source);
  const { stdout } = await git(context, 'modify', [
    ...CHANGED_NAMES,
    ...(input.staged ? ['--cached'] : []),
    ...(source === undefined ? [] : [source]),
    '--',
    ...paths,
  ]);
  const files = nulSeparated(stdout);
  requirePermission(context, repository, files, 'write');
  if (input.staged && source === undefined && (await commitAt(context)) === undefined) {
    // Without a commit there is no version to bring back: the files are just no longer staged.
    await git(context, 'modify', ['rm', '-r', '--cached', '--quiet', '--', ...paths]);
  } else {
    const from = source === undefined ? [] : [`--source=${source}`];
    await git(context, 'modify', ['restore', input.staged ? '--staged' : '--worktree', ...from, '--', ...paths]);
  }
  return { files: files.map(repository.show), staged: input.staged };
}
