import { relative, sep } from 'node:path';
import { call, CommandError, type Context, resolvePath, worded } from '@helve/command';
import { COMMIT_FORMAT, parseCommit } from './changes/commit-record.ts';
import { diffOf } from './diff.ts';
import { emptyTree, openRepository } from './repository/repository.ts';
import { requireCommit } from './repository/revision.ts';
import { git, tryGit } from './repository/run.ts';
import type { Input } from '../commands/git/show.ts';

const CONTENT_LIMIT = 200_000;

/** A commit with what it changed against its first parent or, when a path is named, that file as it was then. */
export async function showRevision(input: Input, context: Context) {
  const repository = await openRepository(context);
  const hash = await requireCommit(context, 'revision', input.revision);
  const { stdout } = await git(context, 'inspect', ['log', '-1', '-z', '--no-patch', ...COMMIT_FORMAT, hash, '--']);
  const commit = parseCommit(stdout.split('\0'));
  if (input.path !== undefined) return { commit, path: input.path, ...(await contentAt(context, hash, input.path)) };
  const parent = commit.parents[0] ?? (await emptyTree(context));
  return { commit, ...(await diffOf(context, repository, [parent, hash], { paths: [], lines: 3, patch: true })) };
}

async function contentAt(context: Context, commit: string, path: string) {
  const fromHere = relative(context.place.cwd, resolvePath(context.place, path)).split(sep).join('/');
  const name = `${commit}:./${fromHere}`;
  const found = await tryGit(context, 'inspect', ['rev-parse', '--verify', '--quiet', '--end-of-options', name]);
  const blob = found.stdout.trim().split('\n').at(-1) ?? '';
  if (found.exitCode !== 0 || blob === '') {
    throw new CommandError('NOT_FOUND', `${path} is not in commit ${commit.slice(0, 8)}`, {
      hint: worded`See when it was there with: ${call('git log', { path })}`,
      details: { path, commit },
    });
  }
  const kind = (await git(context, 'inspect', ['cat-file', '-t', blob])).stdout.trim();
  if (kind !== 'blob') {
    throw new CommandError('IS_DIRECTORY', `${path} is a folder in commit ${commit.slice(0, 8)}`, {
      hint: 'Name a file in it.',
      details: { path },
    });
  }
  const { bytes, stdout, truncated } = await git(context, 'inspect', ['cat-file', 'blob', blob], {
    limit: CONTENT_LIMIT * 4,
  });
  // As git has it: a NUL near the beginning.
  if (bytes.subarray(0, 8000).includes(0)) {
    throw new CommandError('BINARY', `${path} is not text in commit ${commit.slice(0, 8)}`, { details: { path } });
  }
  return { content: stdout.slice(0, CONTENT_LIMIT), truncated: truncated || stdout.length > CONTENT_LIMIT };
}
