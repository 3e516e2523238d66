import { stat } from 'node:fs/promises';
import { type Context, resolvePath } from '@helve/command';
import { DIFF_OPTIONS, type FileDiff, parseChanges, readable, shown, warnOfHidden } from './changes/changes.ts';
import { COMMIT_FIELDS, COMMIT_FORMAT, parseCommit } from './changes/commit-record.ts';
import { commitAt, openRepository, type Repository } from './repository/repository.ts';
import { requireRange } from './repository/revision.ts';
import { git } from './repository/run.ts';
import type { Input } from '../commands/git/log.ts';

/** Files of one commit that a result names at most; all are counted. */
const FILE_LIMIT = 100;

/** The history, newest first. A repository without commits has an empty one. */
export async function readLog(input: Input, context: Context) {
  const repository = await openRepository(context);
  if (input.revision === undefined && (await commitAt(context)) === undefined) return { commits: [] };
  const range = await requireRange(context, 'revision', input.revision ?? 'HEAD');
  const path = input.path === undefined ? undefined : resolvePath(context.place, input.path);
  const isFile = path !== undefined && ((await stat(path).catch(() => undefined))?.isFile() ?? false);
  const { stdout } = await git(context, 'inspect', [
    'log',
    '-z',
    ...COMMIT_FORMAT,
    ...DIFF_OPTIONS,
    `--max-count=${input.limit + 1}`,
    `--skip=${input.skip}`,
    ...(input.author === undefined ? [] : [`--author=${input.author}`]),
    ...(input.since === undefined ? [] : [`--since=${input.since}`]),
    ...(input.until === undefined ? [] : [`--until=${input.until}`]),
    ...(input.grep === undefined ? [] : [`--grep=${input.grep}`]),
    // Only a single file can be followed through its renames.
    ...(isFile ? ['--follow'] : []),
    ...(input.stat ? ['--raw', '--numstat'] : ['--no-patch']),
    range,
    '--',
    ...(path === undefined ? [] : [path]),
  ]);
  const found = parseLog(stdout);
  const commits = found.slice(0, input.limit);
  return {
    commits: input.stat ? withStat(context, repository, commits) : commits.map(({ commit }) => commit),
    ...(found.length > input.limit ? { next: input.skip + input.limit } : {}),
  };
}

interface Entry {
  readonly commit: ReturnType<typeof parseCommit>;
  readonly files: readonly FileDiff[];
}

function parseLog(output: string): Entry[] {
  const values = output.split('\0');
  const entries: Entry[] = [];
  for (let at = 0; at + COMMIT_FIELDS <= values.length; ) {
    const commit = parseCommit(values.slice(at, at + COMMIT_FIELDS));
    const { files, end } = parseChanges(values, at + COMMIT_FIELDS);
    entries.push({ commit, files });
    at = end;
  }
  return entries;
}

function withStat(context: Context, repository: Repository, entries: readonly Entry[]) {
  let hidden = 0;
  const commits = entries.map(({ commit, files }) => {
    const allowed = readable(context, repository, files);
    hidden += files.length - allowed.length;
    return {
      ...commit,
      stat: {
        files: allowed.length,
        insertions: allowed.reduce((sum, file) => sum + file.insertions, 0),
        deletions: allowed.reduce((sum, file) => sum + file.deletions, 0),
      },
      files: allowed.slice(0, FILE_LIMIT).map((file) => shown(repository, file)),
    };
  });
  warnOfHidden(context, hidden);
  return commits;
}
