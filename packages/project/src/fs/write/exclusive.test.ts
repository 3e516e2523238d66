import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openProject } from '../../testing/project.ts';
import { fsModule } from '../module.ts';
import { replaceFile } from './replace.ts';
import { OpenFolders } from '../paths/open-folder.ts';

// As file systems without hard links answer: exFAT and FAT, and many network shares.
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  link: () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'link' })),
}));

it('creates a file only where there is none, also without hard links', async () => {
  const project = await openProject([fsModule]);
  const input = { path: 'a', content: 'one', ifExists: 'fail' };
  expect(await project.data('fs write', input)).toMatchObject({ created: true });
  const target = {
    path: join(project.dir, 'a'),
    at: undefined,
    shown: 'a',
    stats: undefined,
    folders: new OpenFolders(),
  };
  const { signal } = new AbortController();
  await expect(replaceFile(target, [Buffer.from('two')], { signal, exclusive: true })).rejects.toMatchObject({
    code: 'EEXIST',
  });
  expect(await readFile(target.path, 'utf8')).toBe('one');
  expect(await readdir(project.dir)).toEqual(['a']);
});

it('patches, also without hard links', async () => {
  const project = await openProject([fsModule], { a: 'one\n' });
  const patch = '--- a\n+++ a\n@@ -1 +1 @@\n-one\n+two\n--- /dev/null\n+++ b\n@@ -0,0 +1 @@\n+new\n';
  await project.run('fs patch', { patch });
  expect(await readFile(join(project.dir, 'a'), 'utf8')).toBe('two\n');
  expect((await readdir(project.dir)).sort()).toEqual(['a', 'b']);
});
