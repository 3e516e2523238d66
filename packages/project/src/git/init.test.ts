import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitProject } from '../testing/repository.ts';

it('makes a repository, stages everything and commits it', async () => {
  const project = await openGitProject();
  expect(await project.data('git init', { path: 'new', branch: 'trunk' })).toEqual({
    path: 'new',
    branch: 'trunk',
    created: true,
  });
  await writeFile(join(project.dir, 'a.txt'), '1\n2\n');
  expect(await project.data('git add', { paths: ['a.txt'] })).toEqual({ staged: [{ path: 'a.txt', change: 'added' }] });
  expect(await project.data('git commit', { message: '-m starts with a dash' })).toEqual({
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    branch: 'main',
    summary: '-m starts with a dash',
    files: 1,
    insertions: 2,
    deletions: 0,
  });
  expect(await project.error('git commit', { message: 'again', all: true })).toMatchObject({ code: 'NOTHING_TO_DO' });
});
