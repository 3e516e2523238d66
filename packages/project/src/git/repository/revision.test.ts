import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openGitProject } from '../../testing/repository.ts';

it('suggests a branch when a revision is misspelt, and takes no option for one', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  expect(await project.error('git checkout', { branch: 'mian' })).toMatchObject({
    code: 'NOT_FOUND',
    hint: 'Did you mean main?',
  });
  for (const [command, input] of [
    ['git diff', { commit: '--output=pwned' }],
    ['git log', { revision: '--output=pwned' }],
    ['git checkout', { branch: '--orphan' }],
    ['git branch', { branch: '-D' }],
  ] as const) {
    expect(await project.error(command, input)).toMatchObject({ code: 'INVALID_INPUT' });
  }
  expect(await readdir(project.dir)).toEqual(['.git', 'a.txt']);
});
