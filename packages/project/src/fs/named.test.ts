import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { authorityOf, OPEN_POLICY } from '@helve/policy';
import { expect, it } from 'vitest';
import { openProject } from '../testing/project.ts';
import { fsModule } from './module.ts';

it('makes a folder once', async () => {
  const project = await openProject([fsModule], { file: '' });
  expect(await project.data('fs create-folder', { name: 'c', path: 'a/b' })).toEqual({ path: 'a/b/c', created: true });
  expect(await project.data('fs mkdir', { path: 'a/b/c' })).toEqual({ path: 'a/b/c', created: false });
  expect(await project.error('fs mkdir', { path: 'file' })).toMatchObject({ code: 'ALREADY_EXISTS' });
  expect(await project.error('fs mkdir', { path: 'file/x' })).toMatchObject({ code: 'NOT_DIRECTORY' });
});

it('creates a file only where there is none, and updates only one that is there', async () => {
  const project = await openProject([fsModule]);
  const file = { name: 'a.txt', path: 'dir' };
  expect(await project.error('fs update', { ...file, content: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
  expect(await project.data('fs create-file', { ...file, source: 'x' })).toMatchObject({
    path: 'dir/a.txt',
    created: true,
  });
  expect(await project.error('fs create-file', { ...file, source: 'y' })).toMatchObject({ code: 'ALREADY_EXISTS' });
  expect(await project.data('fs update', { ...file, content: 'z' })).toMatchObject({
    path: 'dir/a.txt',
    created: false,
  });
});

it.each(['..', '.', '', 'a/b', 'a\\b', 'a\0'])('refuses the name %j', async (name) => {
  const project = await openProject([fsModule]);
  expect(await project.error('fs create-file', { name, source: '' })).toMatchObject({ code: 'INVALID_INPUT' });
});

it('asks the policy about the file that the name makes', async () => {
  const policy = { ...OPEN_POLICY, open: false, permits: (_: string, path: string) => !path.endsWith('/.env') };
  const project = await openProject([fsModule], {}, { authority: authorityOf(policy) });
  expect(await project.error('fs create-file', { name: '.env', source: '' })).toMatchObject({
    code: 'PERMISSION_DENIED',
  });
  expect(await readdir(project.dir)).toEqual([]);
});

it('makes no folder behind a link to nothing', async () => {
  const project = await openProject([fsModule]);
  await symlink('none', join(project.dir, 'link'));
  for (const path of ['link', 'link/sub']) {
    expect(await project.error('fs mkdir', { path })).toMatchObject({ code: 'BROKEN_LINK' });
  }
  expect(await readdir(project.dir)).toEqual(['link']);
});
