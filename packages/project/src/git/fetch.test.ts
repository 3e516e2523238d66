import { expect, it } from 'vitest';
import { openBehind, openGitProject, withOrigin } from '../testing/repository.ts';

it('forgets branches that the remote no longer has when it prunes', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const { origin } = withOrigin(project);
  project.git('push', '-q', 'origin', 'main:gone');
  const commit = project.git('rev-parse', 'HEAD').trim();
  project.git('-C', origin, 'branch', '-q', '-D', 'gone');
  expect(await project.data('git fetch')).toEqual({ updates: [] });
  expect(await project.data('git fetch', { prune: true })).toEqual({
    updates: [{ ref: 'refs/remotes/origin/gone', from: commit, to: null }],
  });
});

it('fetches from all remotes', async () => {
  const project = await openBehind();
  project.git('remote', 'add', 'second', project.other);
  expect(await project.data('git fetch', { all: true })).toMatchObject({
    updates: [{ ref: 'refs/remotes/origin/main' }, { ref: 'refs/remotes/second/main', from: null }],
  });
  expect(await project.error('git fetch', { all: true, remote: 'origin' })).toMatchObject({ code: 'INVALID_INPUT' });
});
