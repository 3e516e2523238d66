import type { Context } from '@helve/command';
import { git } from './run.ts';

/** How many files and lines differ between two commits. */
export async function totalsBetween(context: Context, from: string, to: string) {
  const { stdout } = await git(context, 'inspect', ['diff', '--shortstat', '--no-relative', from, to, '--']);
  const count = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0);
  return {
    files: count(/(\d+) files? changed/),
    insertions: count(/(\d+) insertions?/),
    deletions: count(/(\d+) deletions?/),
  };
}
