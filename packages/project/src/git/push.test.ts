import { expect, it } from 'vitest';
import { openBehind, openGitProject, type RepositoryProject, withOrigin } from '../testing/repository.ts';

const subjectOf = (project: RepositoryProject, repository: string, revision: string) =>
  project.git('-C', repository, 'log', '-1', '--format=%s', revision).trim();

it('has a push refused that would lose commits, and pushes after a pull', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const { other } = withOrigin(project);
  project.git('-C', other, 'commit', '-q', '--allow-empty', '-m', 'theirs');
  project.git('-C', other, 'push', '-q');
  project.git('commit', '-q', '--allow-empty', '-m', 'ours');
  expect(await project.error('git push')).toMatchObject({
    code: 'REJECTED',
    hint: expect.stringContaining('helve git pull'),
  });
  expect(await project.data('git pull')).toMatchObject({ updated: true, commits: 2 });
  expect(await project.data('git push')).toMatchObject({ refs: [{ to: 'refs/heads/main', result: 'updated' }] });
});

it('overwrites a remote branch by force only if nobody else moved it', async () => {
  const project = await openBehind();
  project.git('commit', '-q', '--amend', '-m', 'amended');
  expect(await project.error('git push', { force: true })).toMatchObject({
    code: 'REJECTED',
    details: { refs: [{ to: 'refs/heads/main', result: 'rejected', summary: expect.stringContaining('stale info') }] },
  });
  expect(subjectOf(project, project.origin, 'main')).toBe('theirs');
  await project.run('git fetch');
  expect(await project.data('git push', { force: true })).toMatchObject({
    refs: [{ to: 'refs/heads/main', result: 'forced' }],
  });
  expect(subjectOf(project, project.origin, 'main')).toBe('amended');
});

it('sends tags together with the branch', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const { origin } = withOrigin(project);
  project.git('commit', '-q', '--allow-empty', '-m', 'second');
  project.git('tag', 'v1');
  expect(await project.data('git push', { tags: true })).toEqual({
    remote: origin,
    refs: [
      {
        from: 'refs/heads/main',
        to: 'refs/heads/main',
        result: 'updated',
        summary: expect.stringMatching(/^[0-9a-f]+\.\.[0-9a-f]+$/),
      },
      { from: 'refs/tags/v1', to: 'refs/tags/v1', result: 'created', summary: '[new tag]' },
    ],
    dryRun: false,
  });
  expect(subjectOf(project, origin, 'v1')).toBe('second');
});

it('only says what would be sent in a dry run', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const { origin } = withOrigin(project);
  project.git('commit', '-q', '--allow-empty', '-m', 'second');
  expect(await project.data('git push', { dryRun: true })).toMatchObject({
    refs: [{ to: 'refs/heads/main', result: 'updated' }],
    dryRun: true,
  });
  expect(subjectOf(project, origin, 'main')).toBe('first');
});

it('makes a pushed branch the upstream when asked to', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  withOrigin(project);
  project.git('checkout', '-q', '-b', 'feature/x');
  expect(await project.error('git push')).toMatchObject({
    code: 'GIT_FAILED',
    hint: expect.stringContaining('--set-upstream'),
  });
  expect(await project.data('git push', { setUpstream: true })).toMatchObject({
    refs: [{ to: 'refs/heads/feature/x', result: 'created' }],
  });
  expect(await project.data('git status')).toMatchObject({ upstream: 'origin/feature/x', ahead: 0 });
});
