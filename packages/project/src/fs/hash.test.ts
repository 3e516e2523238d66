import { expect, it } from 'vitest';
import { openProject } from '../testing/project.ts';
import { fsModule } from './module.ts';

it('gives the checksum of a file in the chosen algorithm', async () => {
  const project = await openProject([fsModule], { 'a.txt': 'hello' });
  expect(await project.data('fs hash', { path: 'a.txt', algorithm: 'md5' })).toEqual({
    path: 'a.txt',
    algorithm: 'md5',
    hash: '5d41402abc4b2a76b9719d911017c592',
    bytes: 5,
  });
});

it('says that a missing file is missing, and what to do', async () => {
  const project = await openProject([fsModule]);
  expect(await project.error('fs hash', { path: 'gone.txt' })).toMatchObject({
    code: 'NOT_FOUND',
    message: 'gone.txt does not exist',
  });
});
