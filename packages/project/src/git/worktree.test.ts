import { existsSync } from 'node:fs';
import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitProject, withOrigin } from '../testing/repository.ts';

it('adds a working tree with a new branch, lists it and removes it', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const commit = project.git('rev-parse', 'HEAD').trim();
  expect(
    await project.data('git worktree', { action: 'add', path: 'wt/one two', branch: 'feature/x', create: true }),
  ).toEqual({
    done: 'added wt/one two on feature/x',
    worktrees: [
      { path: '.', branch: 'main', commit },
      { path: 'wt/one two', branch: 'feature/x', commit },
    ],
  });
  expect((await project.views('git worktree')).person).toBe(
    `.          ${commit.slice(0, 8)} [main]\nwt/one two ${commit.slice(0, 8)} [feature/x]`,
  );
  expect(await project.data('git worktree', { action: 'remove', path: 'wt/one two' })).toEqual({
    done: 'removed wt/one two',
    worktrees: [{ path: '.', branch: 'main', commit }],
  });
  expect(existsSync(join(project.dir, 'wt/one two'))).toBe(false);
});

it('keeps a working tree that holds changes, unless forced', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  await project.run('git worktree', { action: 'add', path: 'wt' });
  await writeFile(join(project.dir, 'wt/new.txt'), '');
  expect(await project.error('git worktree', { action: 'remove', path: 'wt' })).toMatchObject({
    code: 'REJECTED',
    hint: expect.stringContaining('--force'),
  });
  expect(existsSync(join(project.dir, 'wt/new.txt'))).toBe(true);
  await project.run('git worktree', { action: 'remove', path: 'wt', force: true });
  expect(existsSync(join(project.dir, 'wt'))).toBe(false);
});

it('forgets working trees whose folder is gone', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  await project.run('git worktree', { action: 'add', path: 'wt' });
  await rm(join(project.dir, 'wt'), { recursive: true });
  expect(await project.data('git worktree')).toMatchObject({ worktrees: [{}, { path: 'wt', prunable: true }] });
  expect(await project.data('git worktree', { action: 'prune' })).toMatchObject({ done: 'pruned wt' });
});

it('makes neither folder nor branch when it fails', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  for (const [input, code] of [
    [{ path: 'deep/wt', branch: 'main' }, 'REJECTED'],
    [{ path: 'wt', branch: 'mian' }, 'NOT_FOUND'],
    [{ path: 'wt', branch: 'main', create: true }, 'ALREADY_EXISTS'],
    [{ path: 'a.txt', branch: 'new', create: true }, 'ALREADY_EXISTS'],
    [{ path: 'wt', branch: '--lock' }, 'INVALID_INPUT'],
    [{}, 'INVALID_INPUT'],
  ] as const) {
    expect(await project.error('git worktree', { action: 'add', ...input })).toMatchObject({ code });
  }
  expect(await project.error('git worktree', { action: 'remove', path: 'a.txt' })).toMatchObject({ code: 'NOT_FOUND' });
  expect(project.git('branch', '--format=%(refname:short)')).toBe('main\n');
  expect(await readdir(project.dir)).toEqual(['.git', 'a.txt']);
});

it('makes a branch of one that only a remote has', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  withOrigin(project);
  project.git('push', '-q', 'origin', 'main:theirs');
  await project.run('git worktree', { action: 'add', path: 'wt', branch: 'theirs' });
  expect(project.git('-C', 'wt', 'status', '--short', '--branch')).toBe('## theirs...origin/theirs\n');
});

it('says so when the working tree was made but a hook failed', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const hook = join(project.dir, '.git/hooks/post-checkout');
  await writeFile(hook, '#!/bin/sh\necho hook: no >&2; exit 1\n');
  await chmod(hook, 0o755);
  const { warnings } = await project.run('git worktree', { action: 'add', path: 'wt' });
  expect(warnings).toEqual([expect.stringContaining('a hook failed')]);
});
