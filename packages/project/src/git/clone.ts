import { readdir } from 'node:fs/promises';
import { CommandError, type Context, parameter, resolvePath, toCommandError, worded } from '@helve/command';
import { planFolder } from './repository/new-folder.ts';
import { network, remoteUrl } from './repository/remote-url.ts';
import { commitAt, currentBranch } from './repository/repository.ts';
import { branchName } from './repository/revision.ts';
import { git } from './repository/run.ts';
import type { Input } from '../commands/git/clone.ts';

/** Clones into a new folder; when that fails, nothing of the folder stays. */
export async function cloneRepository(input: Input, context: Context) {
  const url = remoteUrl(context, 'url', input.url);
  const path = input.path ?? folderName(input.url);
  const target = resolvePath(context.place, path);
  if (!context.permits(target, 'write')) {
    throw new CommandError('PERMISSION_DENIED', `The rules do not let this command write ${path}`, { retry: 'never' });
  }
  await requireEmpty(target, path);
  const folder = await planFolder(target, context);
  const args = [
    'clone',
    '--progress',
    ...(input.branch === undefined ? [] : [`--branch=${branchName('branch', input.branch)}`]),
    ...(input.depth === undefined ? [] : [`--depth=${input.depth}`]),
    '--',
    url,
    target,
  ];
  try {
    await git(context, 'execute', args, await network(context));
  } catch (thrown) {
    // Git tidies up after itself, unless it had to be killed.
    await folder.remove();
    throw thrown;
  }
  const commit = await commitAt(context, 'HEAD', target);
  return { path, branch: (await currentBranch(context, target)) ?? null, ...(commit === undefined ? {} : { commit }) };
}

function folderName(url: string): string {
  const name = url
    .replace(/\/+$/, '')
    .replace(/\/?\.git$/, '')
    .split(/[/:]/)
    .at(-1);
  if (name !== undefined && name !== '' && name !== '.' && name !== '..') return name;
  throw new CommandError('INVALID_INPUT', 'The url gives no name for a folder', {
    hint: worded`Give one with ${parameter('path')}.`,
  });
}

async function requireEmpty(target: string, path: string): Promise<void> {
  try {
    const entries = await readdir(target);
    if (entries.length === 0) return;
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    if (code !== 'ENOTDIR') throw toCommandError(thrown, path);
  }
  throw new CommandError('ALREADY_EXISTS', `${path} exists already`, {
    hint: worded`Choose another folder with ${parameter('path')}.`,
  });
}
