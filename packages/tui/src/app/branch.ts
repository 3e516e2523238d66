import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The branch that a folder is on, as git writes it down; undefined outside of a repository. */
export function branchOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const head = headOf(join(at, '.git'));
    if (head !== undefined) return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1] ?? head.trim().slice(0, 7);
    if (dirname(at) === at) return undefined;
  }
}

function headOf(git: string): string | undefined {
  try {
    if (statSync(git).isDirectory()) return readFileSync(join(git, 'HEAD'), 'utf8');
    // A worktree has a file that says where its own folder is.
    const [, folder] = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8')) ?? [];
    return folder === undefined ? undefined : readFileSync(resolve(dirname(git), folder, 'HEAD'), 'utf8');
  } catch {
    return undefined;
  }
}
