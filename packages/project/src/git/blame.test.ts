import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitProject } from '../testing/repository.ts';

it('says for each line who changed it last, and which are not committed', async () => {
  const project = await openGitProject({ 'a b.txt': 'one\ntwo\n' });
  const first = project.git('rev-parse', 'HEAD').trim();
  const date = project.git('log', '-1', '--format=%ad', '--date=format:%Y-%m-%dT%H:%M:%S%z').trim();
  await writeFile(join(project.dir, 'a b.txt'), 'one\ntwo\n\tthree\n');
  expect(await project.data('git blame', { path: 'a b.txt', from: 2 })).toEqual({
    path: 'a b.txt',
    lines: [
      { line: 2, commit: first, author: 'Ada', date: date.replace(/(\d\d)$/, ':$1'), summary: 'first', text: 'two' },
      {
        line: 3,
        commit: null,
        author: 'Not Committed Yet',
        date: null,
        summary: 'not committed yet',
        text: '\tthree',
      },
    ],
  });
  expect(await project.data('git blame', { path: 'a b.txt', to: 1, revision: 'HEAD' })).toMatchObject({
    lines: [{ line: 1, text: 'one' }],
  });
  expect((await project.views('git blame', { path: 'a b.txt', to: 1 })).person).toBe(
    `${first.slice(0, 8)} (Ada ${date.slice(0, 10)} 1) one`,
  );
});

it('blames at most 2000 lines, and says how to go on', async () => {
  const project = await openGitProject({ 'long.txt': 'x\n'.repeat(2500), 'empty.txt': '' });
  const { lines, next } = await project.data<{ lines: unknown[]; next: number }>('git blame', { path: 'long.txt' });
  expect([lines.length, next]).toEqual([2000, 2001]);
  const rest = await project.data<{ lines: unknown[] }>('git blame', { path: 'long.txt', from: 2001 });
  expect([rest.lines.length, 'next' in rest]).toEqual([500, false]);
  expect(await project.data('git blame', { path: 'empty.txt' })).toEqual({ path: 'empty.txt', lines: [] });
  expect(await project.error('git blame', { path: 'long.txt', from: 3000 })).toMatchObject({ code: 'INVALID_INPUT' });
  expect(await project.error('git blame', { path: 'long.txt', from: 3, to: 2 })).toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect(await project.error('git blame', { path: 'gone.txt' })).toMatchObject({ code: 'NOT_FOUND' });
});

it('runs no program that the config of the repository names', async () => {
  const project = await openGitProject({ 'a.txt': '1\n', '.gitattributes': '* diff=evil filter=evil merge=evil\n' });
  const evil = project.beside('evil.sh');
  await writeFile(evil, `#!/bin/sh\necho x >> '${project.beside('proof')}'\ncat\n`);
  await chmod(evil, 0o755);
  for (const key of ['diff.external', 'diff.evil.textconv', 'diff.evil.command', 'filter.evil.clean', 'gpg.program']) {
    project.git('config', key, evil);
  }
  project.git('config', 'log.showSignature', 'true');
  await writeFile(join(project.dir, 'a.txt'), '2\n');
  await project.run('git show');
  await project.run('git show', { path: 'a.txt' });
  await project.run('git blame', { path: 'a.txt' });
  await project.run('git log', { stat: true });
  await project.run('git stash', { action: 'list' });
  await project.run('git tag');
  await project.run('git remote');
  await project.run('git worktree');
  expect(await readdir(join(project.dir, '..'))).toEqual(['evil.sh', 'project']);
});
