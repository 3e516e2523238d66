import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitProject, withOrigin } from '../testing/repository.ts';

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

it('shows a log in a line for each commit to a model, and as git log to a person', async () => {
  const project = await openGitProject({ 'a.txt': '1\n', 'b c.txt': '1\n2\n' });
  project.git('commit', '-q', '--allow-empty', '-m', 'second', '-m', 'Why.');
  const [second, first] = project
    .git('log', '--format=%H %h %aI')
    .trim()
    .split('\n')
    .map((line) => {
      const [hash = '', short = '', date = ''] = line.split(' ');
      return { hash, short, date };
    });
  expect(await project.views('git log', { stat: true })).toEqual({
    model: [
      `${second?.short} ${second?.date.slice(0, 10)} Ada (HEAD -> main) second`,
      `${first?.short} ${first?.date.slice(0, 10)} Ada first`,
      '  added a.txt +1 -0',
      '  added b c.txt +2 -0',
    ].join('\n'),
    person: [
      `commit ${second?.hash} (HEAD -> main)`,
      'Author: Ada <ada@example.com>',
      `Date:   ${second?.date.replace('T', ' ')}`,
      '',
      '    second',
      '',
      '    Why.',
      '',
      `commit ${first?.hash}`,
      'Author: Ada <ada@example.com>',
      `Date:   ${first?.date.replace('T', ' ')}`,
      '',
      '    first',
      '',
      ' a.txt   | 1 +',
      ' b c.txt | 2 ++',
      ' 2 files changed, 3 insertions(+)',
    ].join('\n'),
    brief: '2 commits',
  });
  expect((await project.views('git log', { limit: 1 })).model).toBe(
    `${second?.short} ${second?.date.slice(0, 10)} Ada (HEAD -> main) second\n… older ones with --skip 1`,
  );
});

it('shows a diff as a patch, as numbers and as names', async () => {
  const project = await openGitProject({ 'a.txt': '1\n', 'b.dat': new Uint8Array([0, 1]) });
  await writeFile(join(project.dir, 'a.txt'), '2\n');
  const [, index = ''] = /^index (\S+)/m.exec(project.git('diff')) ?? [];
  const patch = `diff --git a/a.txt b/a.txt\nindex ${index} 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+2\n`;
  expect(await project.views('git diff')).toEqual({ model: patch, person: patch, brief: '1 file changed' });
  await writeFile(join(project.dir, 'b.dat'), new Uint8Array([0, 2]));
  expect(await project.views('git diff', { stat: true })).toEqual({
    model: 'modified a.txt +1 -1\nmodified b.dat (binary)',
    person: ' a.txt |   2 +-\n b.dat | Bin\n 2 files changed, 1 insertion(+), 1 deletion(-)',
    brief: '2 files changed',
  });
  expect((await project.views('git diff', { nameOnly: true })).model).toBe('a.txt\nb.dat');
  expect((await project.views('git diff', { staged: true })).model).toBe('No differences');
});

it('cuts a diff that is too long, and says so', async () => {
  const project = await openGitProject({ 'a.txt': '' });
  await writeFile(join(project.dir, 'a.txt'), 'a line of text — with a dash\n'.repeat(40_000));
  expect(await project.data('git diff')).toEqual({
    files: [{ path: 'a.txt', change: 'modified', insertions: 40_000, deletions: 0, binary: false }],
    patch: expect.toSatisfy((patch: string) => patch.length === 200_000),
    truncated: true,
  });
  expect((await project.views('git diff')).model.slice(-45)).toContain('… cut here; name --paths to see the rest');
});

it('shows a commit, a push, a fetch and branches', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const { origin, other } = withOrigin(project);
  await writeFile(join(project.dir, 'a.txt'), '2\n');
  const before = project.git('rev-parse', 'HEAD').slice(0, 8);
  const commit = await project.views('git commit', { message: 'second', all: true });
  const after = project.git('rev-parse', 'HEAD').slice(0, 8);
  expect(commit).toEqual({
    model: `[main ${after}] second\n1 file, +1 -1`,
    person: `[main ${after}] second\n 1 file changed, 1 insertion(+), 1 deletion(-)`,
    brief: `${after} second`,
  });
  expect(await project.views('git branch')).toEqual({
    model: `* main ${after} [origin/main: ahead 1] second`,
    person: `* main ${after} [origin/main: ahead 1] second`,
    brief: '1 branch',
  });
  const push = await project.views('git push');
  expect(push.person).toMatch(/^To .*\n {3}[0-9a-f]+\.\.[0-9a-f]+ {2}main -> main$/);
  expect(push.brief).toBe(`1 ref to ${origin}`);
  expect((await project.views('git push')).person).toBe('Everything up-to-date');
  const clone = await openGitProject({}, { cwd: other });
  expect((await clone.views('git fetch')).person).toBe(`   ${before}..${after} origin/main`);
  expect(await clone.views('git pull')).toEqual({
    model: '1 new commit on main: 1 file, +1 -1',
    person: `Updated main ${before}..${after} (1 commit)\n 1 file changed, 1 insertion(+), 1 deletion(-)`,
    brief: '1 new commit on main: 1 file, +1 -1',
  });
});

it('follows a file through its renames with the numbers of each commit', async () => {
  const project = await openGitProject({ 'old.txt': '1\n2\n3\n4\n', 'other.txt': '1\n' });
  project.git('mv', 'old.txt', 'new.txt');
  project.git('commit', '-q', '-m', 'moved');
  expect(await project.data('git log', { path: 'new.txt', stat: true })).toMatchObject({
    commits: [
      {
        subject: 'moved',
        stat: { files: 1, insertions: 0, deletions: 0 },
        files: [{ path: 'new.txt', from: 'old.txt' }],
      },
      { subject: 'first', stat: { files: 1, insertions: 4, deletions: 0 }, files: [{ path: 'old.txt' }] },
    ],
  });
});
