import { expect, it } from 'vitest';
import { NEEDLES, openProject } from '../testing/project.ts';
import { fsModule } from './module.ts';

it.each([
  ['*.ts', ['secret/key.ts', 'src/b.ts', 'src/new\nline.ts']],
  ['src/**/{b,c}.ts', ['src/b.ts']],
  ['ey', ['secret/key.ts']],
])('finds %s', async (query, matches) => {
  const project = await openProject([fsModule], NEEDLES);
  expect(await project.data('fs find', { query })).toEqual({
    matches,
    total: matches.length,
    omitted: 0,
    truncated: false,
  });
});
