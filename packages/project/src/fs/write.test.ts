import { lstat, readFile, readdir, stat, symlink, writeFile, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openProject } from '../testing/project.ts';
import { fsModule } from './module.ts';
import { replaceFile } from './write/replace.ts';
import { statIfThere } from './paths/target.ts';
import { OpenFolders } from './paths/open-folder.ts';

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

it('writes a new file and the folders above it', async () => {
  const project = await openProject([fsModule]);
  expect(await project.data('fs write', { path: 'ä/b/ü.txt', content: 'hello' })).toEqual({
    path: 'ä/b/ü.txt',
    bytes: 5,
    created: true,
    hash: HELLO,
  });
  expect(await readFile(join(project.dir, 'ä/b/ü.txt'), 'utf8')).toBe('hello');
});

it('keeps the mode of the file it replaces and leaves nothing else behind', async () => {
  const project = await openProject([fsModule], { 'run.sh': 'hello' });
  await chmod(join(project.dir, 'run.sh'), 0o751);
  expect(await project.data('fs write', { path: 'run.sh', content: 'x'.repeat(10_000_000) })).toMatchObject({
    bytes: 10_000_000,
    created: false,
    previousHash: HELLO,
  });
  expect((await stat(join(project.dir, 'run.sh'))).mode & 0o7777).toBe(0o751);
  expect(await readdir(project.dir)).toEqual(['run.sh']);
});

it('appends', async () => {
  const project = await openProject([fsModule], { a: 'hel' });
  expect(await project.data('fs write', { path: 'a', content: 'lo', append: true })).toMatchObject({ hash: HELLO });
});

it('loses none of many appends at once', async () => {
  const project = await openProject([fsModule], { a: '' });
  await Promise.all(
    Array.from({ length: 20 }, () => project.run('fs write', { path: 'a', content: 'x', append: true })),
  );
  expect(await readFile(join(project.dir, 'a'), 'utf8')).toBe('x'.repeat(20));
});

it('replaces what a link leads to, makes what a dangling link names, and keeps both links', async () => {
  const project = await openProject([fsModule], { 'real.txt': 'old' });
  await symlink('real.txt', join(project.dir, 'link'));
  await symlink('new/target.txt', join(project.dir, 'dangling'));
  await project.run('fs write', { path: 'link', content: 'one' });
  await project.run('fs write', { path: 'dangling', content: 'two' });
  expect(await readFile(join(project.dir, 'real.txt'), 'utf8')).toBe('one');
  expect(await readFile(join(project.dir, 'new/target.txt'), 'utf8')).toBe('two');
  for (const name of ['link', 'dangling']) {
    expect((await lstat(join(project.dir, name))).isSymbolicLink()).toBe(true);
  }
});

it.each([
  ['a folder', { path: 'dir', content: '' }, 'IS_DIRECTORY'],
  ['a device', { path: '/dev/null', content: '' }, 'NOT_A_FILE'],
  ['a circle of links', { path: 'loop', content: '' }, 'BROKEN_LINK'],
  ['a path below a file', { path: 'a/b', content: '' }, 'NOT_DIRECTORY'],
  ['a path with NUL', { path: 'a\0b', content: '' }, 'INVALID_INPUT'],
  ['a folder that takes no files', { path: '/sys/helve-test', content: '' }, 'ACCESS_DENIED'],
  ['a file that must not exist', { path: 'a', content: '', ifExists: 'fail' }, 'ALREADY_EXISTS'],
  ['a file that has changed', { path: 'a', content: '', expectHash: '00000000' }, 'STALE'],
])('refuses %s and changes nothing', async (_, input, code) => {
  const project = await openProject([fsModule], { a: 'hello', 'dir/x': '' });
  await symlink('loop', join(project.dir, 'loop'));
  expect(await project.error('fs write', input)).toMatchObject({ code });
  expect(await readFile(join(project.dir, 'a'), 'utf8')).toBe('hello');
  expect((await readdir(project.dir)).sort()).toEqual(['a', 'dir', 'loop']);
});

it('notices a change between reading and replacing', async () => {
  const project = await openProject([fsModule], { a: 'old' });
  const path = join(project.dir, 'a');
  const target = { path, at: path, shown: 'a', stats: await statIfThere(path), folders: new OpenFolders() };
  async function* slow() {
    await writeFile(path, 'changed by another');
    yield Buffer.from('mine');
  }
  const { signal } = new AbortController();
  await expect(replaceFile(target, slow(), { signal, unchanged: true })).rejects.toMatchObject({ code: 'STALE' });
  expect(await readFile(path, 'utf8')).toBe('changed by another');
  expect(await readdir(project.dir)).toEqual(['a']);
});

it('leaves no temporary file or new folder when aborted midway', async () => {
  const project = await openProject([fsModule]);
  const path = join(project.dir, 'new/folder/a');
  const controller = new AbortController();
  async function* aborting() {
    yield Buffer.from('part');
    controller.abort();
    yield Buffer.from('rest');
  }
  const target = { path, at: undefined, shown: 'a', stats: undefined, folders: new OpenFolders() };
  await expect(replaceFile(target, aborting(), { signal: controller.signal })).rejects.toMatchObject({
    code: 'CANCELLED',
  });
  expect(await readdir(project.dir)).toEqual([]);
});
