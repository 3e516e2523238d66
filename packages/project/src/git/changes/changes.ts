import { resolve } from 'node:path';
import type { Context } from '@helve/command';
import type { Repository } from '../repository/repository.ts';
import { git } from '../repository/run.ts';

/** One file of a diff. */
export interface FileDiff {
  path: string;
  change: string;
  from?: string;
  insertions: number;
  deletions: number;
  binary: boolean;
}

/** Options of every diff that is shown. Paths count from the root of the repository. */
export const DIFF_OPTIONS = ['--no-color', '--no-relative', '--find-renames', '--submodule=short'] as const;

/** What git's letters for a change mean. */
export const CHANGE_WORDS: Readonly<Record<string, string>> = {
  M: 'modified',
  T: 'typechange',
  A: 'added',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  U: 'conflicted',
};

/**
 * Reads `--raw --numstat -z` from a place in git's values: first a record for each file that says what happened, then
 * one with its numbers. Also says where something else begins.
 */
export function parseChanges(values: readonly string[], start = 0): { files: FileDiff[]; end: number } {
  const files = new Map<string, FileDiff>();
  let at = start;
  for (; at < values.length; at++) {
    // After the fields of a commit, a line break comes first.
    const value = (values[at] ?? '').replace(/^\n:/, ':');
    if (value.startsWith(':')) {
      const letter = value.split(' ')[4]?.[0] ?? 'M';
      const first = values[++at] ?? '';
      const moved = letter === 'R' || letter === 'C';
      const path = moved ? (values[++at] ?? '') : first;
      const change = CHANGE_WORDS[letter] ?? letter;
      // A file in conflict stands here twice: the conflict, and how it differs now.
      if (files.get(path)?.change === 'conflicted') continue;
      files.set(path, { path, change, ...(moved ? { from: first } : {}), insertions: 0, deletions: 0, binary: false });
      continue;
    }
    const [, insertions, deletions, name] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(value) ?? [];
    if (insertions === undefined || deletions === undefined) break;
    // A rename has an empty name here, and its two names follow.
    if (name === '') at += 2;
    const file = files.get(name === '' ? (values[at] ?? '') : (name ?? ''));
    if (!file) continue;
    file.binary = insertions === '-';
    file.insertions = Number(insertions) || 0;
    file.deletions = Number(deletions) || 0;
  }
  return { files: [...files.values()], end: at };
}

/** The files that the rules let the command read. */
export function readable(context: Context, repository: Repository, files: readonly FileDiff[]): FileDiff[] {
  return files.filter((file) =>
    [file.path, file.from ?? file.path].every((path) => context.permits(resolve(repository.root, path), 'read')),
  );
}

/** The file with its names as the user would write them. */
export function shown(repository: Repository, file: FileDiff): FileDiff {
  return {
    ...file,
    path: repository.show(file.path),
    ...(file.from === undefined ? {} : { from: repository.show(file.from) }),
  };
}

export function warnOfHidden(context: Context, hidden: number): void {
  if (hidden === 0) return;
  context.warn(
    `${hidden} ${hidden === 1 ? 'file is' : 'files are'} not shown: the rules do not let this command read them`,
  );
}

/** How many files and lines differ between two commits. */
export async function totalsBetween(context: Context, from: string, to: string) {
  const { stdout } = await git(context, 'inspect', [
    'diff',
    '--shortstat',
    '--no-ext-diff',
    '--no-textconv',
    '--no-relative',
    '--ignore-submodules=dirty',
    from,
    to,
    '--',
  ]);
  const count = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0);
  return {
    files: count(/(\d+) files? changed/),
    insertions: count(/(\d+) insertions?/),
    deletions: count(/(\d+) deletions?/),
  };
}
