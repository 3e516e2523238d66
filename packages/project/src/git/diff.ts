import { resolve } from 'node:path';
import { CommandError, type Context, parameter, worded } from '@helve/command';
import { DIFF_OPTIONS, type FileDiff, parseChanges, readable, shown, warnOfHidden } from './changes/changes.ts';
import { boundPatch } from './changes/bound-patch.ts';
import { dirtySubmodules } from './changes/submodules.ts';
import { openRepository, pathArguments, type Repository } from './repository/repository.ts';
import { requireCommit, requireRange } from './repository/revision.ts';
import { git, warnOfFilters } from './repository/run.ts';
import type { Input } from '../commands/git/diff.ts';

const LARGEST_PATCH = 64 << 20;
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
    // Only the files on disk can differ from what a submodule has committed.
    withFiles: !input.staged && input.to === undefined && !input.commit?.includes('..'),
  });
}

interface Scope {
  readonly paths: readonly string[];
  /** Unchanged lines around each change. */
  readonly lines: number;
  readonly patch: boolean;
  /** Whether the files on disk are one side of it. */
  readonly withFiles?: boolean;
}

/** What differs, without the files that the rules keep from the command. */
export async function diffOf(context: Context, repository: Repository, revisions: readonly string[], scope: Scope) {
  const args = ['--raw', '--numstat', '-z', ...DIFF_OPTIONS, ...revisions, '--', ...scope.paths];
  const raw = await git(context, 'inspect', ['diff', ...args]);
  warnOfFilters(context, raw);
  const changed = parseChanges(raw.stdout.split('\0')).files;
  const dirty = scope.withFiles ? await dirtySubmodules(context, repository, scope.paths) : [];
  const found = [...changed, ...dirty.filter(isOnlyDirty(changed)).map(asChange)];
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
    { limit: LARGEST_PATCH },
  );
  const stdout = dirty.reduce(markDirty, patch.stdout);
  return { ...files, ...(await boundPatch(context, { stdout, truncated: patch.truncated })) };
}

interface DirtySubmodule {
  readonly path: string;
  readonly commit: string;
}

function isOnlyDirty(changed: readonly FileDiff[]) {
  return ({ path }: DirtySubmodule) => !changed.some((file) => file.path === path);
}

function asChange({ path }: DirtySubmodule): FileDiff {
  return { path, change: 'modified', insertions: 0, deletions: 0, binary: false };
}

/** As git writes it: at the commit that the submodule is at now, or in a part of its own where it is the same as before. */
function markDirty(patch: string, { path, commit }: DirtySubmodule): string {
  const header = `+++ b/${path}\n`;
  const line = `\n+Subproject commit ${commit}\n`;
  const at = patch.indexOf(line, patch.indexOf(`\n${header}`));
  if (patch.includes(`\n${header}`) && at >= 0) {
    return `${patch.slice(0, at + line.length - 1)}-dirty${patch.slice(at + line.length - 1)}`;
  }
  return `${patch}diff --git a/${path} b/${path}\n--- a/${path}\n${header}@@ -1 +1 @@\n-Subproject commit ${commit}${line.trimEnd()}-dirty\n`;
}
