import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitProject } from '../testing/repository.ts';

it('changes nothing when a switch would overwrite changes', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  project.git('checkout', '-q', '-b', 'other');
  await writeFile(join(project.dir, 'a.txt'), '2\n');
  project.git('commit', '-q', '-a', '-m', 'two');
  await writeFile(join(project.dir, 'a.txt'), 'mine\n');
  expect(await project.error('git checkout', { branch: 'main' })).toMatchObject({
    code: 'CONFLICT',
    details: { files: ['a.txt'] },
  });
  expect(await readFile(join(project.dir, 'a.txt'), 'utf8')).toBe('mine\n');
});
