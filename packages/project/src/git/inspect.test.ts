import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { authorityOf } from '@helve/policy';
import { openProject } from '../testing/project.ts';
import { GIT_ENV, openGitProject, withOrigin } from '../testing/repository.ts';
import { gitModule } from './module.ts';

it('says that a folder is not in a repository, and how to make one', async () => {
  const project = await openProject([gitModule], {}, { env: GIT_ENV });
  expect(await project.error('git status')).toMatchObject({
    code: 'NOT_A_REPOSITORY',
    hint: expect.stringContaining('helve git init'),
  });
});

it('says that git is missing when it is not on PATH', async () => {
  const project = await openProject([gitModule], {}, { env: { PATH: '/nonexistent' } });
  expect(await project.error('git status')).toMatchObject({ code: 'PROGRAM_MISSING' });
});

it('gives the status, the log and the diff of a repository without commits', async () => {
  const project = await openGitProject();
  expect(await project.data('git status')).toEqual({
    branch: 'main',
    detached: false,
    ahead: 0,
    behind: 0,
    staged: [],
    unstaged: [],
    untracked: [],
    conflicted: [],
    clean: true,
  });
  expect(await project.data('git logs')).toEqual({ commits: [] });
  expect(await project.data('git diff', { staged: true })).toEqual({ files: [] });
  expect(await project.error('git diff', { commit: 'HEAD' })).toMatchObject({ code: 'NOT_FOUND' });
});

it('keeps names with spaces, newlines, dashes and letters of any language, and finds renames', async () => {
  const odd = ['-dash.txt', 'a b.txt', 'line\nbreak.txt', 'ünï.txt'];
  const project = await openGitProject({ 'old name.txt': 'the same content\n'.repeat(5), 'sub/x.txt': '1\n' });
  project.git('mv', 'old name.txt', 'new name.txt');
  await Promise.all(odd.map((name) => writeFile(join(project.dir, name), '')));
  await writeFile(join(project.dir, 'sub/x.txt'), '2\n');
  expect(await project.data('git status')).toMatchObject({
    staged: [{ path: 'new name.txt', change: 'renamed', from: 'old name.txt' }],
    unstaged: [{ path: 'sub/x.txt', change: 'modified' }],
    untracked: odd,
  });
  expect(await project.data('git diff', { staged: true, stat: true })).toEqual({
    files: [
      { path: 'new name.txt', change: 'renamed', from: 'old name.txt', insertions: 0, deletions: 0, binary: false },
    ],
  });
  await project.run('git add', { paths: odd });
  expect(await project.data('git diff', { staged: true, nameOnly: true })).toMatchObject({
    files: ['-dash.txt', 'a b.txt', 'line\nbreak.txt', 'new name.txt', 'ünï.txt'].map((path) => ({ path })),
  });
});

it('says how far a branch and its upstream are apart, and when HEAD is on no branch', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const { other } = withOrigin(project);
  project.git('-C', other, 'commit', '-q', '--allow-empty', '-m', 'theirs');
  project.git('-C', other, 'push', '-q');
  project.git('commit', '-q', '--allow-empty', '-m', 'ours');
  expect(await project.data('git fetch')).toMatchObject({ updates: [{ ref: 'refs/remotes/origin/main' }] });
  expect(await project.data('git status')).toMatchObject({ upstream: 'origin/main', ahead: 1, behind: 1 });
  expect(await project.data('git checkout', { branch: 'HEAD~1' })).toMatchObject({ branch: null, detached: true });
  expect(await project.data('git status')).toMatchObject({ branch: null, detached: true });
});

it('gives commits with their fields, a page at a time', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  project.git('commit', '-q', '--allow-empty', '-m', 'second', '-m', 'Why it was made.');
  expect(await project.data('git log', { limit: 1 })).toMatchObject({
    commits: [
      {
        author: { name: 'Ada', email: 'ada@example.com' },
        subject: 'second',
        body: 'Why it was made.',
        refs: ['HEAD -> main'],
      },
    ],
    next: 1,
  });
  expect(await project.data('git log', { path: 'a.txt' })).toMatchObject({ commits: [{ subject: 'first' }] });
});

it('suggests a branch when a revision is misspelt, and takes no option for one', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  expect(await project.error('git checkout', { branch: 'mian' })).toMatchObject({
    code: 'NOT_FOUND',
    hint: 'Did you mean main?',
  });
  for (const [command, input] of [
    ['git diff', { commit: '--output=pwned' }],
    ['git log', { revision: '--output=pwned' }],
    ['git checkout', { branch: '--orphan' }],
    ['git branch', { branch: '-D' }],
  ] as const) {
    expect(await project.error(command, input)).toMatchObject({ code: 'INVALID_INPUT' });
  }
  expect(await readdir(project.dir)).toEqual(['.git', 'a.txt']);
});

it('runs no program that the config of the repository names when it only looks', async () => {
  const project = await openGitProject({ 'a.txt': '1\n', '.gitattributes': '* diff=evil filter=evil\n' });
  const proof = project.beside('proof');
  const evil = project.beside('evil.sh');
  await writeFile(evil, `#!/bin/sh\necho "$0" >> '${proof}'\ncat\n`);
  await chmod(evil, 0o755);
  for (const key of [
    'core.fsmonitor',
    'core.pager',
    'diff.external',
    'diff.evil.textconv',
    'diff.evil.command',
    'filter.evil.clean',
    'gpg.program',
  ]) {
    project.git('config', key, evil);
  }
  project.git('config', 'log.showSignature', 'true');
  await writeFile(join(project.dir, 'a.txt'), '2\n');
  await project.run('git status');
  await project.run('git diff');
  await project.run('git diff', { commit: 'HEAD' });
  await project.run('git log', { path: 'a.txt' });
  await project.run('git branch');
  expect(await readdir(join(project.dir, '..'))).toEqual(['evil.sh', 'project']);
});

it('shows nothing of files that the rules keep from it', async () => {
  const project = await openGitProject(
    { 'open.txt': '1\n', 'secret.env': '1\n' },
    {
      authority: authorityOf({
        mode: 'default',
        judge: () => ({ verdict: 'allow', rule: 'r', source: 's', reason: 'x' }),
        permits: (_, path) => !path.endsWith('.env'),
      }),
    },
  );
  await writeFile(join(project.dir, 'open.txt'), '2\n');
  await writeFile(join(project.dir, 'secret.env'), 'token\n');
  const { data } = await project.run('git diff');
  expect(data).toMatchObject({ files: [{ path: 'open.txt' }] });
  expect(JSON.stringify(data)).not.toContain('token');
});
