import { resolve } from 'node:path';
import { CommandError, type Context, parameter, worded } from '@helve/command';
import { DIFF_OPTIONS, parseChanges, readable, shown, warnOfHidden } from './changes/changes.ts';
import { openRepository, pathArguments, type Repository } from './repository/repository.ts';
import { requireCommit, requireRange } from './repository/revision.ts';
import { git, warnOfFilters } from './repository/run.ts';
import type { Input } from '../commands/git/diff.ts';

const PATCH_LIMIT = 200_000;
/** Files that a result names at most. */
const FILE_LIMIT = 1000;

export async function diffChanges(input: Input, context: Context) {
  const repository = await openRepository(context);
  if (input.to !== undefined && input.commit === undefined) {
    throw new CommandError('INVALID_INPUT', worded`${parameter('to')} needs ${parameter('commit')}`, {
      example: 'helve git diff --commit HEAD~1 --to HEAD',
    });
  }
  if (input.to !== undefined && input.staged) {
    throw new CommandError('INVALID_INPUT', worded`Give either ${parameter('to')} or ${parameter('staged')}`, {
      hint: worded`${parameter('commit')} with ${parameter('staged')} compares a commit with what is staged.`,
      example: 'helve git diff --commit HEAD~1 --staged',
    });
  }
  const readFirst = input.to === undefined ? requireRange : requireCommit;
  const revisions = [
    ...(input.staged ? ['--cached'] : []),
    ...(input.commit === undefined ? [] : [await readFirst(context, 'commit', input.commit)]),
    ...(input.to === undefined ? [] : [await requireCommit(context, 'to', input.to)]),
  ];
  return diffOf(context, repository, revisions, {
    paths: pathArguments(context, input.paths),
    lines: input.context,
    patch: !input.stat && !input.nameOnly,
  });
}

interface Scope {
  readonly paths: readonly string[];
  /** Unchanged lines around each change. */
  readonly lines: number;
  readonly patch: boolean;
}

/** What differs, without the files that the rules keep from the command. */
export async function diffOf(context: Context, repository: Repository, revisions: readonly string[], scope: Scope) {
  const args = ['--raw', '--numstat', '-z', ...DIFF_OPTIONS, ...revisions, '--', ...scope.paths];
  const raw = await git(context, 'inspect', ['diff', ...args]);
  warnOfFilters(context, raw);
  const found = parseChanges(raw.stdout.split('\0')).files;
  const allowed = readable(context, repository, found);
  const hidden = found.length - allowed.length;
  warnOfHidden(context, hidden);
  const omitted = allowed.length - FILE_LIMIT;
  const files = {
    files: allowed.slice(0, FILE_LIMIT).map((file) => shown(repository, file)),
    ...(omitted > 0 ? { omitted } : {}),
  };
  if (!scope.patch || allowed.length === 0) return files;
  const paths =
    hidden === 0
      ? scope.paths
      : allowed.flatMap((file) => [file.path, file.from ?? file.path]).map((path) => resolve(repository.root, path));
  const patch = await git(
    context,
    'inspect',
    [
      'diff',
      '--patch',
      ...DIFF_OPTIONS,
      '--src-prefix=a/',
      '--dst-prefix=b/',
      `--unified=${scope.lines}`,
      ...revisions,
      '--',
      ...paths,
    ],
    { limit: PATCH_LIMIT * 4 },
  );
  const truncated = patch.truncated || patch.stdout.length > PATCH_LIMIT;
  return { ...files, patch: patch.stdout.slice(0, PATCH_LIMIT), truncated };
}
