import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitProject } from '../testing/repository.ts';

it('brings a file back and leaves the others', async () => {
  const project = await openGitProject({ 'a.txt': '1\n', 'b.txt': '1\n' });
  await writeFile(join(project.dir, 'a.txt'), '2\n');
  await writeFile(join(project.dir, 'b.txt'), '2\n');
  expect(await project.data('git restore', { paths: ['a.txt'] })).toEqual({ files: ['a.txt'], staged: false });
  expect(await readFile(join(project.dir, 'a.txt'), 'utf8')).toBe('1\n');
  expect(project.git('status', '--short')).toBe(' M b.txt\n');
});

it('takes a file out of what is staged before the first commit', async () => {
  const project = await openGitProject();
  await writeFile(join(project.dir, 'a.txt'), '1\n');
  project.git('add', 'a.txt');
  await project.run('git restore', { paths: ['a.txt'], staged: true });
  expect(project.git('status', '--short')).toBe('?? a.txt\n');
});

it('says that git does not know a file', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  expect(await project.error('git restore', { paths: ['*.txt'] })).toMatchObject({ code: 'NOT_FOUND' });
});
