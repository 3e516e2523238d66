import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitProject } from '../../testing/repository.ts';

async function openWithSubmodule() {
  const inner = await openGitProject({ 'a.txt': 'one\n' });
  const outer = await openGitProject({ 'b.txt': 'one\n' });
  outer.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.dir, 'lib/inner');
  outer.git('commit', '-qm', 'Add a submodule');
  return outer;
}

it.each<[string, string, Record<string, string>]>([
  ['modified content', 'modified content', { 'a.txt': 'two\n' }],
  ['new files', 'untracked content', { 'new.txt': '' }],
  ['both', 'modified content, untracked content', { 'a.txt': 'two\n', 'new.txt': '' }],
])('git status reports a submodule with %s', async (_, submodule, files) => {
  const project = await openWithSubmodule();
  expect(await project.data('git status')).toMatchObject({ clean: true });
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(project.dir, 'lib/inner', name), content);
  }
  expect(await project.data('git status')).toMatchObject({
    clean: false,
    unstaged: [{ path: 'lib/inner', change: 'modified', submodule }],
  });
});

it('git status reports a submodule at another commit with changes of its own', async () => {
  const project = await openWithSubmodule();
  project.git('-C', 'lib/inner', 'commit', '-q', '--allow-empty', '-m', 'More');
  await writeFile(join(project.dir, 'lib/inner/a.txt'), 'two\n');
  expect(await project.data('git status')).toMatchObject({
    unstaged: [{ path: 'lib/inner', change: 'modified', submodule: 'new commits, modified content' }],
  });
});

it('git status runs no program that a submodule names', async () => {
  const project = await openWithSubmodule();
  const inner = join(project.dir, 'lib/inner');
  project.git('-C', 'lib/inner', 'config', 'filter.x.clean', 'touch ../../ran; cat');
  project.git('-C', 'lib/inner', 'config', 'core.fsmonitor', 'touch ../../ran');
  await writeFile(join(inner, '.gitattributes'), '* filter=x\n');
  await writeFile(join(inner, 'a.txt'), 'two\n');
  expect(await project.data('git status')).toMatchObject({
    unstaged: [{ path: 'lib/inner', submodule: 'modified content, untracked content' }],
    untracked: [],
  });
});

it.each<[string, readonly string[]]>([
  ['changed files', []],
  ['changed files at another commit', ['commit', '-q', '--allow-empty', '-m', 'More']],
])('git diff shows a submodule with %s as git does', async (_, args) => {
  const project = await openWithSubmodule();
  if (args.length > 0) project.git('-C', 'lib/inner', ...args);
  await writeFile(join(project.dir, 'lib/inner/a.txt'), 'two\n');
  expect(await project.data('git diff')).toMatchObject({
    files: [{ path: 'lib/inner', change: 'modified' }],
    patch: expect.stringMatching(/^\+Subproject commit [\da-f]{40}-dirty$/m),
  });
  expect(await project.data('git diff', { paths: ['lib'] })).toMatchObject({ files: [{ path: 'lib/inner' }] });
  expect(await project.data('git diff', { paths: ['b.txt'] })).toEqual({ files: [] });
  expect(await project.data('git diff', { staged: true })).toEqual({ files: [] });
});
