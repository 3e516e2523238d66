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

it('adds, lists and removes remotes, and hides passwords', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const url = 'https://ada:secret@example.com/x.git';
  const hidden = 'https://ada:***@example.com/x.git';
  expect(await project.data('git remote', { action: 'add', remote: 'origin', url })).toEqual({
    done: 'added origin',
    remotes: [{ name: 'origin', fetch: hidden, push: [hidden] }],
  });
  expect(await project.views('git remote')).toEqual({
    model: `origin ${hidden}`,
    person: `origin\t${hidden} (fetch)\norigin\t${hidden} (push)`,
    brief: '1 remote',
  });
  for (const [input, code] of [
    [{ action: 'add', remote: 'origin', url }, 'ALREADY_EXISTS'],
    [{ action: 'add', remote: 'x', url: 'ext::sh -c "touch pwned"' }, 'INVALID_INPUT'],
    [{ action: 'add', remote: '--mirror=push', url }, 'INVALID_INPUT'],
    [{ action: 'add', remote: 'x' }, 'INVALID_INPUT'],
    [{ action: 'remove', remote: 'orign' }, 'NOT_FOUND'],
  ] as const) {
    expect(await project.error('git remote', input)).toMatchObject({ code });
  }
  expect(await project.data('git remote', { action: 'remove', remote: 'origin' })).toEqual({
    done: 'removed origin',
    remotes: [],
  });
});
