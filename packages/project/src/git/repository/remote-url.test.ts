import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitProject } from '../../testing/repository.ts';

it('refuses urls and names that would run a program', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  for (const [command, input] of [
    ['git clone', { url: 'ext::sh -c "touch pwned"' }],
    ['git clone', { url: '--upload-pack=touch pwned', path: 'x' }],
    ['git clone', { url: '.', path: 'x', branch: '--upload-pack=touch pwned' }],
    ['git fetch', { remote: '--upload-pack=touch pwned' }],
    ['git pull', { remote: 'ext::sh -c touch% pwned' }],
    ['git push', { remote: '.', branch: '--receive-pack=touch pwned' }],
    ['git push', { remote: '.', branch: '+main' }],
    ['git push', { remote: '.', branch: ':main' }],
  ] as const) {
    expect(await project.error(command, input)).toMatchObject({ code: 'INVALID_INPUT' });
  }
  project.git('remote', 'add', 'evil', 'ext::touch pwned');
  expect(await project.error('git fetch', { remote: 'evil' })).toMatchObject({ code: 'GIT_FAILED' });
  expect(existsSync(join(project.dir, 'pwned'))).toBe(false);
});
