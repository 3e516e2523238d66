import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, resolvePath } from '@helve/command';
import { planFolder } from './repository/new-folder.ts';
import { currentBranch } from './repository/repository.ts';
import { branchName } from './repository/revision.ts';
import { git } from './repository/run.ts';
import type { Input } from '../commands/git/init.ts';

export async function initRepository(input: Input, context: Context) {
  const folder = resolvePath(context.place, input.path);
  const existed = await stat(join(folder, '.git')).catch(() => undefined);
  const isNew = (await stat(folder).catch(() => undefined)) === undefined;
  const branch = input.branch === undefined ? [] : [`--initial-branch=${branchName('branch', input.branch)}`];
  const made = await planFolder(folder, context);
  await git(context, 'modify', ['init', '--quiet', ...branch, '--', folder]).catch(async (thrown: unknown) => {
    if (existed === undefined && isNew) await made.remove();
    throw thrown;
  });
  return {
    path: input.path,
    branch: (await currentBranch(context, folder)) ?? null,
    created: existed === undefined,
  };
}
