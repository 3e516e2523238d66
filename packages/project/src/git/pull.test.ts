import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBehind, openGitProject, type RepositoryProject, withOrigin } from '../testing/repository.ts';

/** Gives both sides their own version of a.txt. */
async function diverge(project: RepositoryProject, other: string): Promise<void> {
  await writeFile(join(other, 'a.txt'), 'theirs\n');
  project.git('-C', other, 'commit', '-q', '-a', '-m', 'theirs');
  project.git('-C', other, 'push', '-q');
  await writeFile(join(project.dir, 'a.txt'), 'ours\n');
  project.git('commit', '-q', '-a', '-m', 'ours');
}

const subjectOf = (project: RepositoryProject, repository: string, revision: string) =>
  project.git('-C', repository, 'log', '-1', '--format=%s', revision).trim();

it('puts everything back when a pull conflicts, unless the conflicts are to be kept', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const { other } = withOrigin(project);
  await diverge(project, other);
  for (const rebase of [false, true]) {
    expect(await project.error('git pull', { rebase })).toMatchObject({
      code: 'CONFLICT',
      details: { files: ['a.txt'], operation: rebase ? 'rebase' : 'merge' },
    });
    expect(project.git('status', '--short', '--branch')).toBe('## main...origin/main [ahead 1, behind 1]\n');
  }
  expect(await project.error('git pull', { keepConflicts: true })).toMatchObject({ code: 'CONFLICT' });
  expect(await project.data('git status')).toMatchObject({ conflicted: ['a.txt'], operation: 'merge' });
});

it('pulls with --ff-only when there are no own commits, and changes nothing when there are', async () => {
  const project = await openBehind();
  expect(await project.data('git pull', { ffOnly: true })).toMatchObject({ updated: true, commits: 1 });
  project.git('-C', project.other, 'commit', '-q', '--allow-empty', '-m', 'more');
  project.git('-C', project.other, 'push', '-q');
  project.git('commit', '-q', '--allow-empty', '-m', 'ours');
  expect(await project.error('git pull', { ffOnly: true })).toMatchObject({ code: 'REJECTED' });
  expect(subjectOf(project, project.dir, 'HEAD')).toBe('ours');
});

it('pulls by merging when only another branch is set to rebase', async () => {
  const project = await openBehind();
  project.git('config', 'branch.elsewhere.rebase', 'true');
  project.git('commit', '-q', '--allow-empty', '-m', 'ours');
  expect(await project.data('git pull')).toMatchObject({ updated: true, commits: 2 });
});
