import { join } from 'node:path';
import { GIT_ENV, openHostileRepository } from '@helve/processes/testing';
import { expect, it, onTestFinished } from 'vitest';
import { openProject } from '../../testing/project.ts';
import { gitModule } from '../module.ts';

const INSPECTING: readonly (readonly [string, object?])[] = [
  ['git status'],
  ['git diff'],
  ['git diff', { commit: 'HEAD' }],
  ['git diff', { staged: true, stat: true }],
  ['git log', { stat: true }],
  ['git log', { path: 'a.txt' }],
  ['git show'],
  ['git show', { path: 'a.txt' }],
  ['git blame', { path: 'a.txt' }],
  ['git branch'],
  ['git tag'],
  ['git remote'],
  ['git stash', { action: 'list' }],
  ['git worktree'],
];

it('no command that inspects runs a program of a hostile repository, its worktree or its submodule', async () => {
  const repository = openHostileRepository();
  onTestFinished(() => repository.remove());
  for (const cwd of [repository.dir, repository.worktree, join(repository.dir, 'sub')]) {
    const project = await openProject([gitModule], {}, { env: GIT_ENV, cwd });
    for (const [command, input] of INSPECTING) {
      await project.run(command, input);
      expect([command, repository.bait()]).toEqual([command, '']);
    }
  }
});

it('no command uses a bare repository that a checkout contains', async () => {
  const repository = openHostileRepository();
  onTestFinished(() => repository.remove());
  const project = await openProject([gitModule], {}, { env: GIT_ENV, cwd: join(repository.dir, 'docs') });
  for (const [command, input] of [...INSPECTING, ['git fetch'], ['git stash', { action: 'push' }]] as const) {
    expect([command, await project.error(command, input)]).toMatchObject([command, { code: 'NOT_A_REPOSITORY' }]);
  }
  expect(repository.bait()).toBe('');
});

it('git status warns once that filters of the repository were not run', async () => {
  const repository = openHostileRepository();
  onTestFinished(() => repository.remove());
  const project = await openProject([gitModule], {}, { env: GIT_ENV, cwd: repository.dir });
  for (const command of ['git status', 'git diff']) {
    expect((await project.run(command)).warnings).toEqual([
      "The content filters in this repository's own config were not run",
    ]);
  }
});
