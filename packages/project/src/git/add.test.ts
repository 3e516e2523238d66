import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitProject } from '../testing/repository.ts';

it('stages nothing when one of the paths is ignored', async () => {
  const project = await openGitProject({ '.gitignore': 'dist\n' });
  await writeFile(join(project.dir, 'dist'), '');
  await writeFile(join(project.dir, 'a.txt'), '');
  expect(await project.error('git add', { paths: ['a.txt', 'dist'] })).toMatchObject({ code: 'NOTHING_TO_DO' });
  expect(project.git('status', '--short')).toBe('?? a.txt\n');
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

it('runs the filters of the repository and reports what is staged without a warning about them', async () => {
  const project = await openGitProject({ '.gitattributes': '*.txt filter=upper\n' });
  project.git('config', 'filter.upper.clean', 'tr a-z A-Z');
  await writeFile(join(project.dir, 'a.txt'), 'hello\n');
  const { data, warnings } = await project.run('git add');
  expect({ data, warnings }).toEqual({ data: { staged: [{ path: 'a.txt', change: 'added' }] }, warnings: [] });
  expect(project.git('show', ':a.txt')).toBe('HELLO\n');
});

it('says how many staged changes its result leaves out', async () => {
  const project = await openGitProject({ 'a.txt': '' });
  const names = Array.from({ length: 1003 }, (_, index) => `file-${String(index).padStart(4, '0')}`);
  await Promise.all(names.map((name) => writeFile(join(project.dir, name), '')));
  const { staged, omitted } = await project.data<{ staged: object[]; omitted: number }>('git add');
  expect([staged.length, omitted]).toEqual([1000, 3]);
});
