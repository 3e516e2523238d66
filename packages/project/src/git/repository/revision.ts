import { call, CommandError, type Context, didYouMean, nearest, parameter, worded } from '@helve/command';
import { commitAt } from './repository.ts';
import { git } from './run.ts';

/** Refuses a value that git would read as an option. */
export function refuseOption(name: string, value: string): string {
  if (value !== '' && !value.startsWith('-')) return value;
  throw new CommandError(
    'INVALID_INPUT',
    worded`${parameter(name)} may not be empty or start with a dash: ${JSON.stringify(value)}`,
    {
      hint: 'Give a name, not an option of git.',
      details: { parameter: name },
    },
  );
}

/** Refuses what is no name of a branch: options, and refspecs that would force or delete. */
export function branchName(name: string, value: string): string {
  refuseOption(name, value);
  if (!/^\+|[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|\.lock$|[/.]$/u.test(value)) return value;
  throw new CommandError(
    'INVALID_INPUT',
    worded`${parameter(name)} is not a name for a branch: ${JSON.stringify(value)}`,
    {
      hint: 'Use letters, digits, dashes, dots and slashes, as in feature/login.',
      details: { parameter: name },
    },
  );
}

/** The commit that a user's revision names. */
export async function requireCommit(context: Context, name: string, revision: string): Promise<string> {
  const commit = await commitAt(context, refuseOption(name, revision));
  if (commit !== undefined) return commit;
  // Outside a repository this says so.
  const { stdout } = await git(context, 'inspect', ['for-each-ref', '--format=%(refname:short)']);
  const names = stdout.split('\n').filter((line) => line !== '');
  const suggestions = nearest(revision, names).slice(0, 3);
  const otherwise =
    names.length > 0 ? worded`See the branches with: ${call('git branch')}` : 'This repository has no commits yet.';
  throw new CommandError('NOT_FOUND', `There is no revision ${revision}`, {
    hint: didYouMean(revision, names, otherwise, { most: 3 }),
    details: { revision, suggestions },
  });
}

/** A revision or a range (`a..b`, `a...b`) with both ends known to git. */
export async function requireRange(context: Context, name: string, range: string): Promise<string> {
  const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)$/.exec(refuseOption(name, range)) ?? [];
  if (from === undefined || dots === undefined || to === undefined) return requireCommit(context, name, range);
  const start = await requireCommit(context, name, from || 'HEAD');
  return `${start}${dots}${await requireCommit(context, name, to || 'HEAD')}`;
}
