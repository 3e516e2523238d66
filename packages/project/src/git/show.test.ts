import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitProject } from '../testing/repository.ts';

it('gives a commit with what it changed, also the first one', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  expect(await project.data('git show')).toMatchObject({
    commit: { subject: 'first', author: { name: 'Ada', email: 'ada@example.com' }, parents: [] },
    files: [{ path: 'a.txt', change: 'added', insertions: 1, deletions: 0, binary: false }],
    patch: expect.stringContaining('+1'),
    truncated: false,
  });
  project.git('commit', '-q', '--allow-empty', '-m', 'empty');
  expect(await project.data('git show')).toMatchObject({ commit: { subject: 'empty' }, files: [] });
});

it('gives a file as it was, counted from the working directory', async () => {
  const project = await openGitProject({ 'sub/ünï b.txt': 'old\n', 'top.txt': 'top\n' });
  await writeFile(join(project.dir, 'sub/ünï b.txt'), 'new\n');
  project.git('commit', '-q', '-a', '-m', 'second');
  const sub = await openGitProject({}, { cwd: join(project.dir, 'sub') });
  expect(await sub.data('git show', { revision: 'HEAD~1', path: 'ünï b.txt' })).toMatchObject({
    commit: { subject: 'first' },
    path: 'ünï b.txt',
    content: 'old\n',
    truncated: false,
  });
  expect(await sub.data('git show', { path: '../top.txt' })).toMatchObject({ content: 'top\n' });
});

it('says why a file cannot be shown', async () => {
  const project = await openGitProject({ 'sub/a.txt': '1\n', 'bin.dat': new Uint8Array([1, 0, 2]) });
  for (const [input, code] of [
    [{ path: 'gone.txt' }, 'NOT_FOUND'],
    [{ path: '../outside.txt' }, 'NOT_FOUND'],
    [{ path: 'sub' }, 'IS_DIRECTORY'],
    [{ path: 'bin.dat' }, 'BINARY'],
    [{ revision: 'mian' }, 'NOT_FOUND'],
    [{ revision: '--output=pwned' }, 'INVALID_INPUT'],
  ] as const) {
    expect(await project.error('git show', input)).toMatchObject({ code });
  }
});
