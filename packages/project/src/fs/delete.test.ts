import { mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { authorityOf, OPEN_POLICY } from '@helve/policy';
import { expect, it, onTestFinished } from 'vitest';
import { openProject } from '../testing/project.ts';
import { fsModule } from './module.ts';

interface Deleted {
  readonly trashed: string;
}

it('moves a file to the trash, with a note of where it was', async () => {
  const project = await openProject([fsModule], { 'a.txt': 'hello' }, { now: () => 0 });
  const { trashed } = await project.data<Deleted>('fs delete', { path: 'a.txt' });
  expect(await readFile(trashed, 'utf8')).toBe('hello');
  expect(JSON.parse(await readFile(`${dirname(trashed)}.json`, 'utf8'))).toEqual({
    path: join(project.dir, 'a.txt'),
    time: '1970-01-01T00:00:00.000Z',
  });
  expect(await readdir(project.dir)).toEqual([]);
});

it('deletes a full folder only when told, and for good when told', async () => {
  const project = await openProject([fsModule], { 'dir/a': '', 'dir/b/c': '' });
  expect(await project.error('fs delete', { path: 'dir' })).toMatchObject({ code: 'NOT_EMPTY', details: { count: 2 } });
  expect(await project.data('fs delete', { path: 'dir', recursive: true, permanent: true })).toEqual({
    path: 'dir',
    permanent: true,
  });
  expect(await readdir(project.dir)).toEqual([]);
});

it('deletes a link and not what it leads to', async () => {
  const project = await openProject([fsModule], { 'dir/a': '' });
  await symlink('dir', join(project.dir, 'link'));
  await project.run('fs delete', { path: 'link', permanent: true });
  expect(await readdir(join(project.dir, 'dir'))).toEqual(['a']);
});

it.each(['/', '.', '..', '~', '../home'])('never deletes %s', async (path) => {
  const project = await openProject([fsModule], { a: '' });
  expect(await project.error('fs delete', { path, recursive: true })).toMatchObject({ code: 'PERMISSION_DENIED' });
});

it('keeps a folder that holds something the rules deny', async () => {
  const policy = { ...OPEN_POLICY, open: false, permits: (_: string, path: string) => !path.endsWith('/.env') };
  const project = await openProject([fsModule], { 'dir/sub/.env': '' }, { authority: authorityOf(policy) });
  const input = { path: 'dir', recursive: true };
  expect(await project.error('fs delete', input)).toMatchObject({ code: 'PERMISSION_DENIED' });
  expect(await readdir(join(project.dir, 'dir/sub'))).toEqual(['.env']);
});

it('takes a file for a file and a folder for a folder', async () => {
  const project = await openProject([fsModule], { file: '', 'dir/a': '' });
  expect(await project.error('fs delete-file', { name: 'dir' })).toMatchObject({ code: 'IS_DIRECTORY' });
  expect(await project.error('fs delete-folder', { name: 'file' })).toMatchObject({ code: 'NOT_DIRECTORY' });
  await project.run('fs delete-file', { name: 'file' });
  await project.run('fs delete-folder', { name: 'dir' });
  expect(await readdir(project.dir)).toEqual([]);
});

it('reaches a trash on another file system', async () => {
  const home = await mkdtemp('/dev/shm/helve-test-');
  onTestFinished(() => rm(home, { recursive: true }));
  const project = await openProject([fsModule], { 'dir/sub/a': 'hello' }, { home });
  const { trashed } = await project.data<Deleted>('fs delete', { path: 'dir', recursive: true });
  expect(await readFile(join(trashed, 'sub/a'), 'utf8')).toBe('hello');
  expect(await readdir(project.dir)).toEqual([]);
});
