import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { authorityOf, OPEN_POLICY } from '@helve/policy';
import { expect, it } from 'vitest';
import { NEEDLES, openProject } from '../testing/project.ts';
import { fsModule } from './module.ts';

const closed = {
  authority: authorityOf({
    ...OPEN_POLICY,
    open: false,
    permits: (_: string, path: string) => !path.includes('/secret'),
  }),
};

it('lists a folder without hidden and ignored entries', async () => {
  const project = await openProject([fsModule], NEEDLES);
  await mkdir(join(project.dir, 'empty'));
  await symlink('src', join(project.dir, 'link'));
  expect(await project.data('fs list')).toEqual({
    path: '.',
    entries: [
      { path: 'empty', type: 'folder' },
      { path: 'link', type: 'link' },
      { path: 'secret', type: 'folder' },
      { path: 'src', type: 'folder' },
    ],
    total: 4,
    omitted: 0,
    truncated: false,
  });
});

it('lists a tree, nearest entries first when it is cut, without what a rule denies', async () => {
  const project = await openProject([fsModule], { ...NEEDLES, 'z.ts': '' }, closed);
  expect(await project.data('fs list-dir', { recursive: true, limit: 2 })).toEqual({
    path: '.',
    entries: [
      { path: 'src', type: 'folder' },
      { path: 'z.ts', type: 'file' },
    ],
    total: 4,
    omitted: 2,
    truncated: true,
  });
});

it('finds matching lines by path and line, without what a rule denies', async () => {
  const project = await openProject([fsModule], NEEDLES, closed);
  expect(await project.data('fs grep', { pattern: 'needle', include: '*.{ts,log}', limit: 2 })).toEqual({
    matches: [
      { path: 'src/b.ts', line: 2, column: 3, text: 'ü needle' },
      { path: 'src/new\nline.ts', line: 1, column: 1, text: 'needle' },
    ],
    total: 3,
    files: 2,
    omitted: 1,
    truncated: true,
  });
});

it('explains a bad expression, and finds nothing without failing', async () => {
  const project = await openProject([fsModule], NEEDLES);
  expect(await project.error('fs grep', { query: '(' })).toMatchObject({
    code: 'INVALID_PATTERN',
    message: expect.stringContaining('unclosed group'),
  });
  expect(await project.data('fs grep', { query: '(', fixed: true })).toMatchObject({ matches: [], total: 0 });
});

it('clips a long line around the match', async () => {
  const project = await openProject([fsModule], { 'a.txt': `${'x'.repeat(3000)}needle${'y'.repeat(3000)}` });
  const { matches } = await project.data<{ matches: { text: string; column: number; clipped: boolean }[] }>('fs grep', {
    query: 'needle',
    path: 'a.txt',
  });
  expect(matches).toEqual([
    { path: 'a.txt', line: 1, column: 3001, text: `${'x'.repeat(250)}needle${'y'.repeat(244)}`, clipped: true },
  ]);
});

it('searches in the words of the seed', async () => {
  const project = await openProject([fsModule], NEEDLES);
  expect(await project.data('fs search', { path: 'src', regex: 'nee.le$', pattern: 'new*' })).toMatchObject({
    matches: [
      { path: 'src/new\nline.ts', line: 1 },
      { path: 'src/new\nline.ts', line: 2 },
    ],
    total: 2,
  });
});
