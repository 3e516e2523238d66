import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitProject } from '../testing/repository.ts';

it('replaces the last commit when it amends', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  await writeFile(join(project.dir, 'b.txt'), '1\n');
  project.git('add', 'b.txt');
  expect(await project.data('git commit', { message: 'better', amend: true })).toMatchObject({
    summary: 'better',
    files: 2,
  });
  expect(project.git('log', '--format=%s')).toBe('better\n');
});

it('commits only the named paths, and leaves what else is staged', async () => {
  const project = await openGitProject({ 'a b.txt': '1\n', 'c.txt': '1\n' });
  await writeFile(join(project.dir, 'a b.txt'), '2\n');
  await writeFile(join(project.dir, 'c.txt'), '2\n');
  project.git('add', 'c.txt');
  expect(await project.data('git commit', { message: 'one', paths: ['a b.txt'] })).toMatchObject({ files: 1 });
  expect(project.git('status', '--short')).toBe('M  c.txt\n');
});

it('names another author, and signs off as the committer', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  await project.run('git commit', {
    message: '# theirs',
    allowEmpty: true,
    author: 'Bob <bob@example.com>',
    signoff: true,
  });
  expect(project.git('log', '-1', '--format=%an <%ae>%n%B').trim()).toBe(
    'Bob <bob@example.com>\n# theirs\n\nSigned-off-by: Ada <ada@example.com>',
  );
  expect(await project.error('git commit', { message: 'x', allowEmpty: true, author: 'nobody' })).toMatchObject({
    code: 'GIT_FAILED',
  });
});

it('refuses what cannot be meant', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  for (const [input, code] of [
    [{ message: ' \n' }, 'INVALID_INPUT'],
    [{ message: 'x', all: true, paths: ['a.txt'] }, 'INVALID_INPUT'],
    [{ message: 'x', paths: ['gone.txt'] }, 'NOT_FOUND'],
    [{ message: 'x' }, 'NOTHING_TO_DO'],
  ] as const) {
    expect(await project.error('git commit', input)).toMatchObject({ code });
  }
  expect(project.git('log', '--format=%s')).toBe('first\n');
});
