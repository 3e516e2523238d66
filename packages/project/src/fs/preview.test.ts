import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openProject } from '../testing/project.ts';
import { fsModule } from './module.ts';
import { previewEdit, previewWrite } from './preview.ts';

it('shows the lines that an edit or a write removes and adds', async () => {
  const { dir } = await openProject([fsModule], { a: 'one\ntwo\nthree\n' });
  const where = { cwd: dir, env: {} };
  const edit = { path: 'a', replaceAll: false };
  expect([
    await previewEdit({ ...edit, oldText: 'one\ntwo', newText: 'one\n2' }, where),
    await previewEdit({ ...edit, edits: [{ oldText: 'one', newText: '1' }] }, where),
    await previewWrite({ path: 'a', content: 'one\n2\nthree\n' }, where),
    await previewWrite({ path: 'new', content: 'one\n' }, where),
  ]).toEqual([
    `${join(dir, 'a')}\n- two\n+ 2`,
    undefined,
    `${join(dir, 'a')}\n- two\n+ 2`,
    `${join(dir, 'new')}\n+ one`,
  ]);
});
