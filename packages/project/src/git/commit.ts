import { call, CommandError, type Context, parameter, worded } from '@helve/command';
import { gitError, outputOf } from './repository/errors.ts';
import { commitAt, currentBranch, emptyTree, openRepository, pathArguments } from './repository/repository.ts';
import { git, tryGit } from './repository/run.ts';
import { totalsBetween } from './changes/changes.ts';
import type { Input } from '../commands/git/commit.ts';

export async function commitChanges(input: Input, context: Context) {
  await openRepository(context);
  const paths = pathArguments(context, input.paths);
  if (input.message.trim() === '')
    throw new CommandError('INVALID_INPUT', worded`${parameter('message')} may not be empty`);
  if (paths.length > 0 && input.all)
    throw new CommandError('INVALID_INPUT', worded`Give either ${parameter('paths')} or ${parameter('all')}`);
  const args = [
    'commit',
    '--file=-',
    ...(input.all ? ['--all'] : []),
    ...(input.amend ? ['--amend'] : []),
    ...(input.allowEmpty ? ['--allow-empty'] : []),
    ...(input.signoff ? ['--signoff'] : []),
    ...(input.author === undefined ? [] : [`--author=${input.author}`]),
    '--',
    ...paths,
  ];
  const result = await tryGit(context, 'execute', args, { input: input.message });
  if (result.exitCode !== 0) throw commitError(args, result);
  const { stdout } = await git(context, 'inspect', ['log', '-1', '--format=%H%x00%s']);
  const [commit = '', summary = ''] = stdout.trimEnd().split('\0');
  const parent = (await commitAt(context, 'HEAD^')) ?? (await emptyTree(context));
  return {
    commit,
    branch: (await currentBranch(context)) ?? null,
    summary,
    ...(await totalsBetween(context, parent, commit)),
  };
}

function commitError(args: readonly string[], result: Parameters<typeof gitError>[1]): CommandError {
  // Git says this on stdout; hooks write to stderr.
  if (/nothing (?:added )?to commit|no changes added to commit/.test(result.stdout)) return nothingToCommit();
  const error = gitError(args, result);
  if (error.details?.exitCode !== 1 || error.details.sandbox !== undefined) return error;
  return new CommandError('GIT_FAILED', error.message, {
    hint: 'If a hook refused the commit, its output is in the details: fix what it reports and try again.',
    details: outputOf(result),
  });
}

function nothingToCommit(): CommandError {
  return new CommandError('NOTHING_TO_DO', 'There is nothing to commit', {
    hint: worded`Stage changes with: ${call('git add')}, or commit all tracked ones with ${parameter('all')}.`,
  });
}
