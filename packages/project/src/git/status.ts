import type { Context } from '@helve/command';
import { CHANGE_WORDS } from './changes/changes.ts';
import { addSubmodules } from './changes/submodules.ts';
import { openRepository, operationInProgress } from './repository/repository.ts';
import { git, warnOfFilters } from './repository/run.ts';

export interface Change {
  path: string;
  change: string;
  from?: string;
  /** What differs in a submodule, in git's words. */
  submodule?: string;
}

/** Entries of each list that a result holds at most. */
const LIST_LIMIT = 1000;

export async function readStatus(_input: object, context: Context) {
  const repository = await openRepository(context);
  const args = ['--porcelain=v2', '--branch', '-z', '--untracked-files=normal', '--renames', '--ahead-behind'];
  const status = await git(context, 'inspect', ['status', ...args]);
  warnOfFilters(context, status);
  const { headers, ...lists } = parseStatus(status.stdout, repository.show);
  await addSubmodules(context, repository, lists.unstaged);
  const operation = await operationInProgress(context);
  const omitted = Object.values(lists).reduce((sum, list) => sum + Math.max(0, list.length - LIST_LIMIT), 0);
  const commit = headers['branch.oid'];
  const upstream = headers['branch.upstream'];
  const [, ahead = '0', behind = '0'] = /^\+(\d+) -(\d+)$/.exec(headers['branch.ab'] ?? '') ?? [];
  const detached = headers['branch.head'] === '(detached)';
  return {
    branch: detached ? null : (headers['branch.head'] ?? null),
    detached,
    ...(commit === undefined || commit === '(initial)' ? {} : { commit }),
    ...(upstream === undefined ? {} : { upstream }),
    ahead: Number(ahead),
    behind: Number(behind),
    staged: lists.staged.slice(0, LIST_LIMIT),
    unstaged: lists.unstaged.slice(0, LIST_LIMIT),
    untracked: lists.untracked.slice(0, LIST_LIMIT),
    conflicted: lists.conflicted.slice(0, LIST_LIMIT),
    clean: Object.values(lists).every((list) => list.length === 0),
    ...(omitted === 0 ? {} : { omitted }),
    ...(operation === undefined ? {} : { operation }),
  };
}

function parseStatus(output: string, show: (path: string) => string) {
  const headers: Record<string, string> = {};
  const staged: Change[] = [];
  const unstaged: Change[] = [];
  const untracked: string[] = [];
  const conflicted: string[] = [];
  const entries = output.split('\0');
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] ?? '';
    const [kind, code = ''] = entry.split(' ', 2);
    if (kind === '#') headers[code] = entry.slice(3 + code.length);
    else if (kind === '?') untracked.push(show(entry.slice(2)));
    else if (kind === 'u') conflicted.push(show(afterFields(entry, 10)));
    else if (kind === '1' || kind === '2') {
      const path = show(afterFields(entry, kind === '1' ? 8 : 9));
      // A rename is followed by the name it had.
      const from = kind === '2' ? show(entries[++index] ?? '') : undefined;
      for (const [letter = '.', changes] of [
        [code[0], staged],
        [code[1], unstaged],
      ] as const) {
        if (letter === '.') continue;
        const moved = (letter === 'R' || letter === 'C') && from !== undefined;
        const submodule = changes === unstaged ? commitsOf(entry.split(' ', 3)[2] ?? '') : {};
        changes.push({ path, change: CHANGE_WORDS[letter] ?? letter, ...(moved ? { from } : {}), ...submodule });
      }
    }
  }
  return { headers, staged, unstaged, untracked, conflicted };
}

/** `SC..` is a submodule at another commit; `N...` is no submodule. */
function commitsOf(field: string): Pick<Change, 'submodule'> {
  return field.startsWith('SC') ? { submodule: 'new commits' } : {};
}

/** What follows a number of fields; a path may hold spaces itself. */
function afterFields(entry: string, count: number): string {
  let at = 0;
  for (let field = 0; field < count; field++) at = entry.indexOf(' ', at) + 1;
  return entry.slice(at);
}
