import { join } from 'node:path';
import { Registry } from '@helve/command';
import { expect, it } from 'vitest';
import { openProject } from '../testing/project.ts';
import { fsModule } from './module.ts';
import { previewEdit, previewPatch, previewWrite } from './preview.ts';

it('shows the lines that an edit or a write removes and adds, by their numbers where the text is found', async () => {
  const { dir } = await openProject([fsModule], { a: 'one\ntwo\nthree\n' });
  const where = { cwd: dir, env: {} };
  const edit = { path: 'a', replaceAll: false };
  const changed = (name: string, hunk: string) => `--- ${join(dir, name)}\n+++ ${join(dir, name)}\n${hunk}`;
  expect([
    await previewEdit({ ...edit, oldText: 'one\ntwo', newText: 'one\n2' }, where),
    await previewEdit({ ...edit, oldText: 'gone', newText: 'come' }, where),
    await previewEdit({ ...edit, edits: [{ oldText: 'one', newText: '1' }] }, where),
    await previewWrite({ path: 'a', content: 'one\n2\nthree\n' }, where),
    await previewWrite({ path: 'new', content: 'one\n' }, where),
  ]).toEqual([
    changed('a', '@@ -2,1 +2,1 @@\n-two\n+2'),
    `${join(dir, 'a')}\n- gone\n+ come`,
    undefined,
    changed('a', '@@ -2,1 +2,1 @@\n-two\n+2'),
    changed('new', '@@ -1,0 +1,1 @@\n+one'),
  ]);
});

it('shows a patch as it would be applied, in either direction', async () => {
  const where = { cwd: '/w', env: {} };
  const patch = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+here\n';
  const input = { patch, path: 'sub', dryRun: false, reverse: false };
  expect(await previewPatch(input, where)).toBe(
    '--- /w/sub/x\n+++ /w/sub/x\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n--- /dev/null\n+++ /w/sub/new\n@@ -1,0 +1,1 @@\n+here',
  );
  expect(await previewPatch({ ...input, reverse: true }, where)).toBe(
    '--- /w/sub/new\n+++ /dev/null\n@@ -1,1 +1,0 @@\n-here\n--- /w/sub/x\n+++ /w/sub/x\n@@ -1,2 +1,2 @@\n one\n+two\n-2',
  );
  expect(await previewPatch({ ...input, patch: 'no patch' }, where)).toBeUndefined();
});

it('fs edit, fs write and fs patch declare what a call would change', async () => {
  const registry = new Registry([fsModule]);
  for (const path of ['fs edit', 'fs write', 'fs patch']) expect((await registry.get(path)).preview).toBeDefined();
});
