import { expect, it } from 'vitest';
import { openGitProject } from '../testing/repository.ts';

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
