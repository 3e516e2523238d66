import { expect, it } from 'vitest';
import { openProject } from '../../testing/project.ts';
import { GIT_ENV } from '@helve/processes/testing';
import { gitModule } from '../module.ts';

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
