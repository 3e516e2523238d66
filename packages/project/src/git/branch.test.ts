import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitProject, withOrigin } from '../testing/repository.ts';

it('says why a branch was not deleted, and what to do', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  project.git('checkout', '-q', '-b', 'ahead');
  project.git('commit', '-q', '--allow-empty', '-m', 'second');
  project.git('checkout', '-q', 'main');
  for (const [branch, code, hint] of [
    ['ahead', 'REJECTED', '--force'],
    ['main', 'REJECTED', 'helve git checkout'],
    ['ahaed', 'NOT_FOUND', 'Did you mean ahead?'],
  ] as const) {
    expect(await project.error('git branch', { branch, delete: true })).toMatchObject({
      code,
      hint: expect.stringContaining(hint),
    });
  }
  expect(await project.data('git branch', { branch: 'ahead', delete: true, force: true })).toMatchObject({
    branches: [{ name: 'main' }],
  });
});

it('lists branches of remotes, without the pointer to one of them', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const { other } = withOrigin(project);
  const clone = await openGitProject({}, { cwd: other });
  expect(await clone.data('git branch', { all: true })).toMatchObject({
    branches: [
      { name: 'main', remote: false, current: true, upstream: 'origin/main' },
      { name: 'origin/main', remote: true, current: false },
    ],
  });
});

it('says so when a switch was made but a hook failed, also to a commit', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  project.git('commit', '-q', '--allow-empty', '-m', 'second');
  project.git('branch', 'other');
  const hook = join(project.dir, '.git/hooks/post-checkout');
  await writeFile(hook, '#!/bin/sh\necho hook: no >&2; exit 1\n');
  await chmod(hook, 0o755);
  for (const branch of ['other', 'HEAD~1']) {
    const { warnings } = await project.run('git checkout', { branch });
    expect(warnings).toEqual(['The branch was switched, but a hook failed: hook: no']);
  }
});

it('creates, renames and deletes branches', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  expect(await project.data('git branch', { branch: 'one' })).toMatchObject({ done: 'created one' });
  expect(await project.error('git branch', { branch: 'one' })).toMatchObject({ code: 'ALREADY_EXISTS' });
  expect(await project.data('git branch', { branch: 'one', to: 'two' })).toMatchObject({ done: 'renamed one to two' });
  expect(await project.data('git branch', { branch: 'two', delete: true })).toMatchObject({
    done: 'deleted two',
    branches: [{ name: 'main', current: true }],
  });
});
