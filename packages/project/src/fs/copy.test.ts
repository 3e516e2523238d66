import { lstat, readdir, readFile, readlink, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { authorityOf, OPEN_POLICY } from '@helve/policy';
import { expect, it } from 'vitest';
import { openProject } from '../testing/project.ts';
import { fsModule } from './module.ts';

it('copies a folder with its links, modes and times', async () => {
  const project = await openProject([fsModule], { 'dir/sub/a.sh': 'hello' });
  await symlink('sub/none', join(project.dir, 'dir/link'));
  await utimes(join(project.dir, 'dir/sub'), 1000, 2000);
  expect(await project.data('fs copy', { from: 'dir', to: 'x/copy' })).toEqual({
    from: 'dir',
    to: 'x/copy',
    inside: false,
    replaced: false,
    files: 1,
    folders: 2,
    links: 1,
    bytes: 5,
    leftOut: 0,
  });
  const [original, copied] = [join(project.dir, 'dir'), join(project.dir, 'x/copy')];
  expect(await readlink(join(copied, 'link'))).toBe('sub/none');
  for (const name of ['sub', 'sub/a.sh']) {
    const [before, after] = [await lstat(join(original, name)), await lstat(join(copied, name))];
    expect([after.mode, Math.round(after.mtimeMs)]).toEqual([before.mode, Math.round(before.mtimeMs)]);
  }
});

it('copies over a file only when told', async () => {
  const project = await openProject([fsModule], { a: 'new', b: 'old' });
  expect(await project.error('fs copy', { from: 'a', to: 'b' })).toMatchObject({ code: 'ALREADY_EXISTS' });
  expect(await readFile(join(project.dir, 'b'), 'utf8')).toBe('old');
  await project.run('fs copy', { from: 'a', to: 'b', overwrite: true });
  expect(await readFile(join(project.dir, 'b'), 'utf8')).toBe('new');
  expect((await readdir(project.dir)).sort()).toEqual(['a', 'b']);
});

it('leaves out what may not be read and says so', async () => {
  const policy = { ...OPEN_POLICY, open: false, permits: (_: string, path: string) => !path.endsWith('/.env') };
  const project = await openProject([fsModule], { 'dir/.env': '', 'dir/a': '' }, { authority: authorityOf(policy) });
  const { data, warnings } = await project.run('fs copy', { from: 'dir', to: 'copy' });
  expect(data).toMatchObject({ files: 1, leftOut: 1 });
  expect(warnings).toEqual(['Left out, because a rule denies reading it: dir/.env']);
  expect(await readdir(join(project.dir, 'copy'))).toEqual(['a']);
});

it('leaves nothing of a copy that fails or is cancelled', async () => {
  const controller = new AbortController();
  const permits = (_: string, path: string) => {
    if (path.endsWith('dir/stop')) controller.abort();
    return !path.endsWith('copy/closed');
  };
  const caller = { authority: authorityOf({ ...OPEN_POLICY, open: false, permits }), signal: controller.signal };
  const project = await openProject([fsModule], { 'other/closed': '', 'dir/a': '', 'dir/stop': '' }, caller);
  expect(await project.error('fs copy', { from: 'other', to: 'new/copy' })).toMatchObject({
    code: 'PERMISSION_DENIED',
  });
  expect(await project.error('fs copy', { from: 'dir', to: 'new/copy' })).toMatchObject({ code: 'CANCELLED' });
  await expect.poll(async () => (await readdir(project.dir)).sort()).toEqual(['dir', 'other']);
});
