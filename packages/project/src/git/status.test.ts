import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitProject, withOrigin } from '../testing/repository.ts';

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

it('shows a status as git users know it', async () => {
  const project = await openGitProject({ 'a.txt': '1\n', 'b.txt': '1\n', 'old.txt': 'the same content\n' });
  withOrigin(project);
  project.git('commit', '-q', '--allow-empty', '-m', 'ours');
  project.git('mv', 'old.txt', 'new.txt');
  await writeFile(join(project.dir, 'b.txt'), '2\n');
  await writeFile(join(project.dir, 'c d.txt'), '');
  expect(await project.views('git status')).toEqual({
    model: ['## main...origin/main [ahead 1]', 'R  old.txt -> new.txt', ' M b.txt', '?? c d.txt'].join('\n'),
    person: [
      'On branch main',
      'Your branch is ahead of origin/main by 1 commit.',
      '',
      'Changes to be committed:',
      '  renamed:     old.txt -> new.txt',
      '',
      'Changes not staged for commit:',
      '  modified:    b.txt',
      '',
      'Untracked files:',
      '  c d.txt',
    ].join('\n'),
    brief: 'main: 1 staged, 1 changed, 1 untracked',
  });
});

it('shows the status of a new, a clean and a detached repository', async () => {
  const project = await openGitProject();
  expect(await project.views('git status')).toEqual({
    model: '## main\n(no commits yet)\n(clean)',
    person: 'On branch main\nNo commits yet\nNothing to commit, working tree clean',
    brief: 'main: clean',
  });
  project.git('commit', '-q', '--allow-empty', '-m', 'first');
  project.git('checkout', '-q', '--detach');
  const hash = project.git('rev-parse', 'HEAD').slice(0, 8);
  expect(await project.views('git status')).toEqual({
    model: `## HEAD (detached at ${hash})\n(clean)`,
    person: `HEAD detached at ${hash}\nNothing to commit, working tree clean`,
    brief: 'detached: clean',
  });
});
