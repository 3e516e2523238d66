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
