import { expect, it } from 'vitest';
import { openGitProject } from '../testing/repository.ts';

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
