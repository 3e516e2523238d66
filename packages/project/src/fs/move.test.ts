import { link, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from '@helve/command';
import { sampleCaller } from '@helve/policy/testing';
import { formatLine } from '@helve/command/line';
import { runLine } from '@helve/doors';
import { authorityOf, OPEN_POLICY } from '@helve/policy';
import { expect, it, onTestFinished } from 'vitest';
import { openProject } from '../testing/project.ts';
import { fsModule } from './module.ts';

async function otherFileSystem(): Promise<string> {
  const folder = await mkdtemp('/dev/shm/helve-test-');
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it('moves a file to a new path and makes the folders above it', async () => {
  const project = await openProject([fsModule], { 'a.txt': 'hello' });
  expect(await project.data('fs move', { from: 'a.txt', to: 'x/y/b.txt' })).toEqual({
    from: 'a.txt',
    to: 'x/y/b.txt',
    inside: false,
    replaced: false,
  });
  expect(await readFile(join(project.dir, 'x/y/b.txt'), 'utf8')).toBe('hello');
  expect(await readdir(project.dir)).toEqual(['x']);
});

it('puts a file into a folder that is there and says so', async () => {
  const project = await openProject([fsModule], { 'a.txt': '', 'dir/b': '' });
  expect(await project.data('fs move', { from: 'a.txt', to: 'dir' })).toMatchObject({ to: 'dir/a.txt', inside: true });
  expect(await project.error('fs move', { from: 'dir', to: 'dir/sub/dir' })).toMatchObject({ code: 'INVALID_INPUT' });
});

it('replaces a file only when told, and never a folder that holds something', async () => {
  const project = await openProject([fsModule], { a: 'new', b: 'old', 'dir/x': '', 'full/y': '' });
  await mkdir(join(project.dir, 'empty'));
  expect(await project.error('fs move', { from: 'a', to: 'b' })).toMatchObject({ code: 'ALREADY_EXISTS' });
  expect(await project.data('fs move', { from: 'a', to: 'b', overwrite: true })).toMatchObject({ replaced: true });
  expect(await readFile(join(project.dir, 'b'), 'utf8')).toBe('new');
  const folder = { from: 'dir', overwrite: true };
  expect(await project.error('fs move', { ...folder, to: 'full' })).toMatchObject({ code: 'NOT_EMPTY' });
  expect(await project.error('fs move', { ...folder, to: 'b' })).toMatchObject({ code: 'NOT_DIRECTORY' });
  expect(await project.data('fs move', { ...folder, to: 'empty' })).toMatchObject({ replaced: true });
  expect(await readdir(join(project.dir, 'empty'))).toEqual(['x']);
});

it.each([
  ['what is not there', { from: 'none', to: 'b' }, 'NOT_FOUND'],
  ['to its own path', { from: 'a', to: './a' }, 'INVALID_INPUT'],
  ['the working directory', { from: '.', to: '../other' }, 'PERMISSION_DENIED'],
  ['to a path below a file', { from: 'dir', to: 'a/b' }, 'NOT_DIRECTORY'],
])('refuses to move %s and changes nothing', async (_, input, code) => {
  const project = await openProject([fsModule], { a: '', 'dir/x': '' });
  expect(await project.error('fs move', input)).toMatchObject({ code });
  expect((await readdir(project.dir)).sort()).toEqual(['a', 'dir']);
});

it('changes only the case of a name, and moves one of two hard links over the other', async () => {
  const project = await openProject([fsModule], { 'readme.md': 'x' });
  await project.run('fs move', { from: 'readme.md', to: 'README.md' });
  await link(join(project.dir, 'README.md'), join(project.dir, 'other'));
  await project.run('fs move', { from: 'README.md', to: 'other', overwrite: true });
  expect(await readdir(project.dir)).toEqual(['other']);
});

it('moves a link and not what it leads to', async () => {
  const project = await openProject([fsModule], { 'dir/a': '' });
  await symlink('dir', join(project.dir, 'link'));
  await project.run('fs move', { from: 'link', to: 'other' });
  expect(await readlink(join(project.dir, 'other'))).toBe('dir');
});

it('moves a folder to another file system with its links, modes and times', async () => {
  const project = await openProject([fsModule], { 'dir/sub/a': 'hello' });
  await symlink('sub/a', join(project.dir, 'dir/link'));
  await utimes(join(project.dir, 'dir/sub'), 1000, 2000);
  const to = join(await otherFileSystem(), 'there');
  await project.run('fs move', { from: 'dir', to });
  expect(await readFile(join(to, 'sub/a'), 'utf8')).toBe('hello');
  expect(await readlink(join(to, 'link'))).toBe('sub/a');
  expect((await stat(join(to, 'sub'))).mtimeMs).toBe(2_000_000);
  expect(await readdir(project.dir)).toEqual([]);
});

it('keeps a folder where it is when the rules deny moving something in it, there or here', async () => {
  const policy = { ...OPEN_POLICY, open: false, permits: (_: string, path: string) => !/kept|closed\/x/.test(path) };
  const project = await openProject([fsModule], { 'dir/kept': '', 'other/x': '' }, { authority: authorityOf(policy) });
  const denied = { code: 'PERMISSION_DENIED' };
  expect(await project.error('fs move', { from: 'dir', to: 'open' })).toMatchObject(denied);
  expect(await project.error('fs move', { from: 'other', to: 'closed' })).toMatchObject(denied);
  expect((await readdir(project.dir)).sort()).toEqual(['dir', 'other']);
});

it.each(["it's mine.txt", '--to', '"a" $b', 'ä\nb'])(
  'brings back %j with the command that its deletion names',
  async (name) => {
    const project = await openProject([fsModule], { [name]: 'hello' });
    const registry = new Registry([fsModule]);
    const caller = sampleCaller({ cwd: project.dir, env: {}, home: project.home });
    const deleted = await runLine(registry, formatLine(await registry.get('fs delete'), { path: name }), caller);
    const command = deleted.returnDisplay.replace(/^.*to restore it: /s, '');
    expect(command).toMatch(/^helve fs move --from /);
    await runLine(registry, command, caller);
    expect(await readFile(join(project.dir, name), 'utf8')).toBe('hello');
    expect(await readdir(join(project.home, 'trash'))).toEqual([]);
  },
);
