import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FlatCaller } from '@helve/policy/testing';
import { expect, it, vi } from 'vitest';
import { openGitProject, type RepositoryProject } from '../testing/repository.ts';

/** Two branches: `other` holds a.txt with "theirs", and main holds it with the given text. */
async function openBranches(ours: string, caller: FlatCaller = {}): Promise<RepositoryProject> {
  const project = await openGitProject({ 'a.txt': '1\n', 'b.txt': '1\n' }, caller);
  project.git('checkout', '-q', '-b', 'other');
  await writeFile(join(project.dir, 'a.txt'), 'theirs\n');
  project.git('commit', '-q', '-a', '-m', 'theirs');
  project.git('checkout', '-q', 'main');
  await writeFile(join(project.dir, 'a.txt'), ours);
  if (ours !== '1\n') project.git('commit', '-q', '-a', '-m', 'ours');
  return project;
}

it('brings the commits of a branch in, once', async () => {
  const project = await openBranches('1\n');
  const before = project.git('rev-parse', 'main').trim();
  const after = project.git('rev-parse', 'other').trim();
  expect(await project.data('git merge', { branch: 'other' })).toEqual({
    aborted: false,
    branch: 'main',
    before,
    after,
    updated: true,
    commits: 1,
    files: 1,
    insertions: 1,
    deletions: 1,
  });
  expect((await project.views('git merge', { branch: 'other' })).model).toBe('Already up to date');
});

it('puts everything back when a merge conflicts, and keeps what was not committed', async () => {
  const project = await openBranches('ours\n');
  await writeFile(join(project.dir, 'b.txt'), 'unsaved\n');
  expect(await project.error('git merge', { branch: 'other' })).toEqual({
    code: 'CONFLICT',
    message: 'Both sides changed a.txt; nothing was changed',
    hint: 'To resolve it in the files: helve git merge --branch other --keep-conflicts',
    retry: 'conditional',
    details: { files: ['a.txt'], operation: 'merge' },
  });
  expect(project.git('status', '--short')).toBe(' M b.txt\n');
});

it('leaves conflicts in the files when asked to, until the merge is given up or committed', async () => {
  const project = await openBranches('ours\n');
  expect(await project.error('git merge', { branch: 'other', keepConflicts: true })).toMatchObject({
    code: 'CONFLICT',
    hint: expect.stringContaining('helve git merge --abort'),
  });
  expect(await project.data('git status')).toMatchObject({ conflicted: ['a.txt'], operation: 'merge' });
  expect(await project.error('git merge', { branch: 'other' })).toMatchObject({ code: 'CONFLICT' });
  expect(await project.data('git merge', { abort: true })).toMatchObject({ aborted: true, branch: 'main' });
  expect(project.git('status', '--short')).toBe('');
  await project.error('git merge', { branch: 'other', keepConflicts: true });
  await writeFile(join(project.dir, 'a.txt'), 'both\n');
  await project.run('git add', { paths: ['a.txt'] });
  await project.run('git commit', { message: 'merged' });
  expect(project.git('log', '-1', '--format=%s %P').trim().split(' ')).toHaveLength(3);
});

it('puts everything back when a hook refuses the merge', async () => {
  const project = await openBranches('1\n');
  project.git('commit', '-q', '--allow-empty', '-m', 'ours');
  const hook = join(project.dir, '.git/hooks/pre-merge-commit');
  await writeFile(hook, '#!/bin/sh\necho no merges today >&2; exit 1\n');
  await chmod(hook, 0o755);
  expect(await project.error('git merge', { branch: 'other' })).toMatchObject({ code: 'GIT_FAILED' });
  expect(await project.data('git status')).toMatchObject({ clean: true });
});

it('says what is missing', async () => {
  const project = await openBranches('1\n');
  for (const [input, code] of [
    [{}, 'INVALID_INPUT'],
    [{ branch: 'other', abort: true }, 'INVALID_INPUT'],
    [{ branch: '--strategy=evil' }, 'INVALID_INPUT'],
    [{ branch: 'othre' }, 'NOT_FOUND'],
    [{ abort: true }, 'NOTHING_TO_DO'],
  ] as const) {
    expect(await project.error('git merge', input)).toMatchObject({ code });
  }
});

it.each(['pre-merge-commit', 'post-merge'])('puts everything back when it is cancelled in %s', async (name) => {
  const controller = new AbortController();
  const project = await openBranches('1\n', { signal: controller.signal });
  project.git('commit', '-q', '--allow-empty', '-m', 'ours');
  await writeFile(join(project.dir, 'b.txt'), 'unsaved\n');
  const started = project.beside('started');
  const hook = join(project.dir, '.git/hooks', name);
  await writeFile(hook, `#!/bin/sh\ntouch '${started}'\nwhile :; do sleep 1; done\n`);
  await chmod(hook, 0o755);
  const failed = project.error('git merge', { branch: 'other' });
  await vi.waitFor(() => expect(existsSync(started)).toBe(true), { timeout: 30_000 });
  controller.abort();
  expect(await failed).toMatchObject({ code: 'CANCELLED' });
  const state = () => [
    project.git('--no-optional-locks', 'status', '--short'),
    project.git('log', '-1', '--format=%s'),
    existsSync(join(project.dir, '.git/MERGE_HEAD')),
  ];
  await vi.waitFor(() => expect(state()).toEqual([' M b.txt\n', 'ours\n', false]), { timeout: 30_000 });
});
