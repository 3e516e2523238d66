import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitProject, type RepositoryProject, withOrigin } from '../testing/repository.ts';

/** A repository whose origin has got another commit since. */
async function openBehind(): Promise<RepositoryProject & { readonly origin: string; readonly other: string }> {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const remotes = withOrigin(project);
  project.git('-C', remotes.other, 'commit', '-q', '--allow-empty', '-m', 'theirs');
  project.git('-C', remotes.other, 'push', '-q');
  return { ...project, ...remotes };
}

const subjectOf = (project: RepositoryProject, repository: string, revision: string) =>
  project.git('-C', repository, 'log', '-1', '--format=%s', revision).trim();

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

it('pulls with --ff-only when there are no own commits, and changes nothing when there are', async () => {
  const project = await openBehind();
  expect(await project.data('git pull', { ffOnly: true })).toMatchObject({ updated: true, commits: 1 });
  project.git('-C', project.other, 'commit', '-q', '--allow-empty', '-m', 'more');
  project.git('-C', project.other, 'push', '-q');
  project.git('commit', '-q', '--allow-empty', '-m', 'ours');
  expect(await project.error('git pull', { ffOnly: true })).toMatchObject({ code: 'REJECTED' });
  expect(subjectOf(project, project.dir, 'HEAD')).toBe('ours');
});

it('pulls by merging when only another branch is set to rebase', async () => {
  const project = await openBehind();
  project.git('config', 'branch.elsewhere.rebase', 'true');
  project.git('commit', '-q', '--allow-empty', '-m', 'ours');
  expect(await project.data('git pull')).toMatchObject({ updated: true, commits: 2 });
});

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

it('says which git process is in the way when the index is locked', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const lock = join(project.dir, '.git/index.lock');
  await writeFile(lock, '');
  await writeFile(join(project.dir, 'a.txt'), '2\n');
  expect(await project.error('git add')).toEqual({
    code: 'GIT_FAILED',
    message: 'Another git process is at work in this repository',
    hint: `Wait for it and try again; if none is running, remove ${lock}`,
    retry: 'safe',
    details: { lock },
  });
  expect(await project.data('git status')).toMatchObject({ unstaged: [{ path: 'a.txt' }] });
});
