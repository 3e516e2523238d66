import { expect, it } from 'vitest';
import { openGitProject } from '../testing/repository.ts';

it('creates, moves, lists and deletes tags', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const first = project.git('rev-parse', 'HEAD').trim();
  project.git('commit', '-q', '--allow-empty', '-m', 'second');
  // Signing is what the user wants elsewhere; here no program is run for it.
  project.git('config', 'tag.gpgSign', 'true');
  expect(await project.data('git tag', { tag: 'v1', message: '# First\n\nrelease', revision: 'HEAD~1' })).toEqual({
    done: `created v1 at ${first.slice(0, 8)}`,
    tags: [{ name: 'v1', commit: first, annotated: true, date: expect.any(String), subject: '# First' }],
  });
  expect(await project.error('git tag', { tag: 'v1' })).toMatchObject({ code: 'ALREADY_EXISTS' });
  expect(await project.data('git tag', { tag: 'v1', force: true })).toMatchObject({
    done: expect.stringContaining('moved v1'),
    tags: [{ annotated: false, subject: 'second' }],
  });
  expect(await project.error('git tag', { tag: 'v11', delete: true })).toMatchObject({
    code: 'NOT_FOUND',
    hint: 'Did you mean v1?',
  });
  expect(await project.data('git tag', { tag: 'v1', delete: true })).toEqual({ done: 'deleted v1', tags: [] });
  expect(await project.error('git tag', { tag: '--list' })).toMatchObject({ code: 'INVALID_INPUT' });
  expect((await project.views('git tag')).model).toBe('No tags');
});
