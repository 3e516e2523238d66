import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { authorityOf } from '@helve/policy';
import { openGitProject, type RepositoryProject } from '../testing/repository.ts';

const write = (project: RepositoryProject, name: string, content: string) =>
  writeFile(join(project.dir, name), content);
const read = (project: RepositoryProject, name: string) => readFile(join(project.dir, name), 'utf8');

/** All that a failed command must leave as it was. */
async function stateOf(project: RepositoryProject) {
  return {
    status: project.git('status', '--short', '--branch', '--untracked-files=all'),
    staged: project.git('diff', '--cached'),
    changed: project.git('diff'),
    stashes: project.git('stash', 'list'),
    gitFolder: await readdir(join(project.dir, '.git')),
  };
}

it('puts changes aside and brings them back', async () => {
  const project = await openGitProject({ 'a.txt': '1\n', 'sub/b.txt': '1\n' });
  await write(project, 'a.txt', '2\n');
  await write(project, 'new file.txt', 'new\n');
  expect(await project.data('git stash', { message: 'half done', includeUntracked: true })).toEqual({
    action: 'push',
    stash: {
      index: 0,
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      date: expect.any(String),
      message: 'On main: half done',
    },
    files: ['a.txt', 'new file.txt'],
  });
  expect(project.git('status', '--short')).toBe('');
  expect(await project.data('git stash', { action: 'pop' })).toMatchObject({ files: ['a.txt', 'new file.txt'] });
  expect(project.git('status', '--short')).toBe(' M a.txt\n?? "new file.txt"\n');
  expect(await project.data('git stash', { action: 'list' })).toEqual({ action: 'list', stashes: [] });
});

it('leaves files alone that git does not know, unless they are asked for', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  await write(project, 'new.txt', 'new\n');
  expect(await project.error('git stash')).toMatchObject({
    code: 'NOTHING_TO_DO',
    hint: expect.stringContaining('--include-untracked'),
  });
  expect(existsSync(join(project.dir, 'new.txt'))).toBe(true);
});

it('shows, applies and drops the stash of a number', async () => {
  const project = await openGitProject({ 'a.txt': '1\n', 'b.txt': '1\n' });
  await write(project, 'a.txt', 'older\n');
  await project.run('git stash', { message: 'older' });
  await write(project, 'b.txt', 'newer\n');
  await project.run('git stash', { message: '-newer' });
  expect(await project.data('git stash', { action: 'show', index: 1 })).toMatchObject({
    stash: { index: 1, message: 'On main: older' },
    changes: [{ path: 'a.txt', change: 'modified', insertions: 1, deletions: 1 }],
    patch: expect.stringContaining('+older'),
  });
  await project.run('git stash', { action: 'apply', index: 1 });
  expect(await read(project, 'a.txt')).toBe('older\n');
  await project.run('git stash', { action: 'drop', index: 1 });
  expect(await project.data('git stash', { action: 'list' })).toMatchObject({
    stashes: [{ index: 0, message: 'On main: -newer' }],
  });
  expect(await project.error('git stash', { action: 'pop', index: 7 })).toMatchObject({ code: 'NOT_FOUND' });
});

it.each(['pop', 'apply'])('changes nothing when a %s conflicts with newer commits', async (action) => {
  const project = await openGitProject({ 'a.txt': '1\n', 'b.txt': '1\n', 'c.txt': '1\n' });
  await write(project, 'a.txt', 'stashed\n');
  await write(project, 'b.txt', 'stashed\n');
  await write(project, 'new.txt', 'stashed\n');
  await project.run('git stash', { includeUntracked: true });
  await write(project, 'a.txt', 'committed\n');
  project.git('commit', '-q', '-a', '-m', 'second');
  await write(project, 'c.txt', 'unsaved\n');
  const before = await stateOf(project);
  expect(await project.error('git stash', { action })).toMatchObject({
    code: 'CONFLICT',
    details: { files: ['a.txt'] },
  });
  expect(await stateOf(project)).toEqual(before);
});

it('changes nothing when bringing a stash back would conflict with staged changes', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  await write(project, 'a.txt', 'stashed\n');
  await project.run('git stash');
  await write(project, 'a.txt', 'staged\n');
  project.git('add', 'a.txt');
  const before = await stateOf(project);
  expect(await project.error('git stash', { action: 'pop' })).toMatchObject({
    code: 'CONFLICT',
    details: { files: ['a.txt'] },
  });
  expect(await stateOf(project)).toEqual(before);
});

it('overwrites neither unsaved changes nor files that git does not know', async () => {
  const project = await openGitProject({ 'a.txt': '1\n', 'b.txt': '1\n' });
  await write(project, 'a.txt', 'stashed\n');
  await write(project, 'b.txt', 'stashed\n');
  await write(project, 'new.txt', 'stashed\n');
  await mkdir(join(project.dir, 'dir'));
  await write(project, 'dir/x.txt', 'stashed\n');
  await project.run('git stash', { includeUntracked: true });
  await write(project, 'b.txt', 'unsaved\n');
  await write(project, 'new.txt', 'unsaved\n');
  await write(project, 'dir', 'a file where a folder was\n');
  const before = await stateOf(project);
  expect(await project.error('git stash', { action: 'pop' })).toMatchObject({
    code: 'CONFLICT',
    details: { files: ['b.txt', 'dir/x.txt', 'new.txt'] },
  });
  expect(await stateOf(project)).toEqual(before);
  expect([await read(project, 'b.txt'), await read(project, 'new.txt')]).toEqual(['unsaved\n', 'unsaved\n']);
});

it('brings a stash back onto newer commits that it does not conflict with', async () => {
  const lines = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';
  const project = await openGitProject({ 'old name.txt': lines, 'gone.txt': '1\n' });
  await write(project, 'old name.txt', lines.replace('9', 'stashed'));
  await project.run('git stash');
  project.git('mv', 'old name.txt', 'new name.txt');
  project.git('rm', '-q', 'gone.txt');
  await write(project, 'new name.txt', lines.replace('1', 'committed'));
  project.git('commit', '-q', '-a', '-m', 'second');
  // A newer time alone is no change.
  await utimes(join(project.dir, 'new name.txt'), 1, 1);
  expect(await project.data('git stash', { action: 'pop' })).toMatchObject({ files: ['new name.txt'] });
  expect(await read(project, 'new name.txt')).toBe(lines.replace('1', 'committed').replace('9', 'stashed'));
});

it('works from a folder inside the repository and in a further working tree', async () => {
  const project = await openGitProject({ 'sub/a.txt': '1\n' });
  await write(project, 'sub/a.txt', '2\n');
  const sub = await openGitProject({}, { cwd: join(project.dir, 'sub') });
  expect(await sub.data('git stash')).toMatchObject({ files: ['a.txt'] });
  await project.run('git worktree', { action: 'add', path: '../linked' });
  const linked = await openGitProject({}, { cwd: project.beside('linked') });
  expect(await linked.data('git stash', { action: 'pop' })).toMatchObject({ files: ['sub/a.txt'] });
  expect(await readFile(join(project.beside('linked'), 'sub/a.txt'), 'utf8')).toBe('2\n');
});

it('touches no file that the rules keep from it', async () => {
  const project = await openGitProject(
    { 'open.txt': '1\n', 'secret.env': '1\n' },
    {
      authority: authorityOf({
        mode: 'default',
        judge: () => ({ verdict: 'allow', rule: 'r', source: 's', reason: 'x' }),
        permits: (_, path) => !path.endsWith('.env'),
      }),
    },
  );
  await write(project, 'open.txt', '2\n');
  await write(project, 'secret.env', 'token\n');
  const denied = { code: 'PERMISSION_DENIED', details: { files: ['secret.env'] } };
  expect(await project.error('git stash')).toMatchObject(denied);
  expect(project.git('status', '--short')).toBe(' M open.txt\n M secret.env\n');
  project.git('stash');
  const { data } = await project.run('git stash', { action: 'show' });
  expect(JSON.stringify(data)).not.toContain('token');
  expect(await project.error('git stash', { action: 'pop' })).toMatchObject(denied);
  expect(project.git('status', '--short')).toBe('');
});

it('says what it did as git users know it', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  await write(project, 'a.txt', '2\n');
  expect(await project.views('git stash', { message: 'wip' })).toEqual({
    model: 'Put aside as stash@{0}: On main: wip\n  a.txt',
    person: 'Put aside as stash@{0}: On main: wip\n  a.txt',
    brief: 'Put aside as stash@{0}: On main: wip',
  });
  expect((await project.views('git stash', { action: 'list' })).person).toBe('stash@{0}: On main: wip');
});
