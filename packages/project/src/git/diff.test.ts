import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authorityOf } from '@helve/policy';
import { expect, it } from 'vitest';
import { openGitProject } from '../testing/repository.ts';

it('shows nothing of files that the rules keep from it', async () => {
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
  await writeFile(join(project.dir, 'open.txt'), '2\n');
  await writeFile(join(project.dir, 'secret.env'), 'token\n');
  const { data } = await project.run('git diff');
  expect(data).toMatchObject({ files: [{ path: 'open.txt' }] });
  expect(JSON.stringify(data)).not.toContain('token');
});

it('shows a diff as a patch, as numbers and as names', async () => {
  const project = await openGitProject({ 'a.txt': '1\n', 'b.dat': new Uint8Array([0, 1]) });
  await writeFile(join(project.dir, 'a.txt'), '2\n');
  const [, index = ''] = /^index (\S+)/m.exec(project.git('diff')) ?? [];
  const patch = `diff --git a/a.txt b/a.txt\nindex ${index} 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-1\n+2\n`;
  expect(await project.views('git diff')).toEqual({ model: patch, person: patch, brief: '1 file changed' });
  await writeFile(join(project.dir, 'b.dat'), new Uint8Array([0, 2]));
  expect(await project.views('git diff', { stat: true })).toEqual({
    model: 'modified a.txt +1 -1\nmodified b.dat (binary)',
    person: ' a.txt |   2 +-\n b.dat | Bin\n 2 files changed, 1 insertion(+), 1 deletion(-)',
    brief: '2 files changed',
  });
  expect((await project.views('git diff', { nameOnly: true })).model).toBe('a.txt\nb.dat');
  expect((await project.views('git diff', { staged: true })).model).toBe('No differences');
});

it('cuts a diff that is too long, and says so', async () => {
  const project = await openGitProject({ 'a.txt': '' });
  await writeFile(join(project.dir, 'a.txt'), 'a line of text — with a dash\n'.repeat(40_000));
  expect(await project.data('git diff')).toMatchObject({
    files: [{ path: 'a.txt', change: 'modified', insertions: 40_000, deletions: 0, binary: false }],
    patch: expect.toSatisfy((patch: string) => patch.length <= 200_000 && patch.endsWith('with a dash\n')),
    truncated: true,
    leftOut: { files: 0 },
  });
  expect((await project.views('git diff')).model).toMatch(/… cut here; all of it: .*\.txt$/);
});

it('cuts a long patch between files, says what is left out and keeps all of it in a file', async () => {
  const text = (letter: string) => `${letter.repeat(99)}\n`.repeat(700);
  const names = ['a', 'b', 'c', 'd', 'e'];
  const project = await openGitProject(Object.fromEntries(names.map((name) => [name, text('x')])));
  for (const name of names) await writeFile(join(project.dir, name), text('y'));
  const { data, warnings } = await project.run('git diff');
  const cut = data as { patch: string; truncated: boolean; leftOut: object; patchFile: string };
  const whole = project.git('diff');
  expect(await readFile(cut.patchFile, 'utf8')).toBe(whole);
  expect(whole.startsWith(cut.patch)).toBe(true);
  expect(whole.slice(cut.patch.length)).toMatch(/^diff --git /);
  expect(cut).toMatchObject({
    truncated: true,
    leftOut: { files: 4, characters: whole.length - cut.patch.length },
  });
  expect(warnings).toEqual([expect.stringContaining(`4 of 5 files are left out. All of it: ${cut.patchFile}`)]);
});
