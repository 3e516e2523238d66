import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openProject, type Project } from '../../testing/project.ts';
import { fsModule } from '../module.ts';

const require = createRequire(import.meta.url);

/** The files below a folder: their modes, and their bytes. */
async function treeAt(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.path, entry.name));
  const described = paths
    .filter((path) => !path.includes('/.git/'))
    .map(async (path) => {
      const mode = ((await stat(path)).mode & 0o777).toString(8);
      return [path.slice(folder.length + 1), `${mode} ${(await readFile(path)).toString('base64')}`] as const;
    });
  return Object.fromEntries((await Promise.all(described)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function run(cwd: string, program: string, ...args: string[]): Promise<string> {
  const options = { cwd, maxBuffer: 1 << 28, env: { ...process.env, LC_ALL: 'C', TZ: 'Asia/Kolkata' } };
  // `diff` exits with 1 where files differ.
  return (await promisify(execFile)(program, args, options).catch((error: { stdout: string }) => error)).stdout;
}

/** Bytes that git and diff take for binary: there is a NUL among the first. */
function binary(length: number): Buffer {
  return Buffer.concat([Buffer.from([0, 255]), randomBytes(length)]);
}

/** Two versions of a published package: the installed one, and one with the changes that releases have. */
async function openVersions(name: string): Promise<Project> {
  const project = await openProject([fsModule]);
  const [before, after] = [join(project.dir, 'old'), join(project.dir, 'new')];
  const source = dirname(require.resolve(`${name}/package.json`));
  await cp(source, before, { recursive: true, filter: (path) => !path.slice(source.length).includes('node_modules') });
  await writeFile(join(before, 'logo.bin'), binary(70_000));
  await writeFile(join(before, 'gone.bin'), binary(300));
  await writeFile(join(before, 'tool.sh'), '#!/bin/sh\nexit 0\n');
  await writeFile(join(before, 'name with spaces.txt'), 'a\nb\nc\n');
  await writeFile(join(before, 'no-newline.txt'), 'a\nb');
  await cp(before, after, { recursive: true });
  const text = await readFile(join(after, 'package.json'), 'utf8');
  await writeFile(join(after, 'package.json'), text.replace('"version"', '"private": true,\n  "version"').trimEnd());
  const readme = await readFile(join(after, 'README.md'), 'utf8');
  const lines = readme.split('\n');
  await writeFile(
    join(after, 'README.md'),
    [...lines.slice(0, 2), 'New in this version', ...lines.slice(3)].join('\n'),
  );
  const logo = await readFile(join(before, 'logo.bin'));
  await writeFile(
    join(after, 'logo.bin'),
    Buffer.concat([logo.subarray(0, 500), Buffer.from('new'), logo.subarray(600)]),
  );
  await rm(join(after, 'gone.bin'));
  await rm(join(after, 'LICENSE'), { force: true });
  await chmod(join(after, 'tool.sh'), 0o755);
  await writeFile(join(after, 'name with spaces.txt'), 'a\nB\nc\n');
  await writeFile(join(after, 'no-newline.txt'), 'a\nb\nc\n');
  await mkdir(join(after, 'lib/new folder'), { recursive: true });
  await writeFile(join(after, 'lib/new folder/ä "x".js'), 'export {};\n');
  await writeFile(join(after, 'new.bin'), binary(100));
  return project;
}

const PACKAGES = ['diff', 'picomatch', 'ws', 'fast-check'];

/** The diff that git makes of the two versions. */
async function gitDiff({ dir }: Project, ...options: string[]): Promise<string> {
  const repository = join(dir, 'repository');
  await cp(join(dir, 'old'), repository, { recursive: true });
  const git = (...args: string[]) => run(repository, 'git', '-c', 'user.name=A', '-c', 'user.email=a@b', ...args);
  await git('init', '-q');
  await git('add', '-A', '-f');
  await git('commit', '-qm', 'old');
  for (const name of await readdir(repository)) {
    if (name !== '.git') await rm(join(repository, name), { recursive: true });
  }
  await cp(join(dir, 'new'), repository, { recursive: true });
  await git('add', '-A', '-f');
  return git('diff', '--cached', ...options);
}

it.each(
  PACKAGES.flatMap((name) =>
    [['--binary'], ['--binary', '--no-prefix'], ['--binary', '-M', '-C']].map((options) => [name, options] as const),
  ),
)('git diff of %s with %j turns one version into the other and back', async (name, options) => {
  const project = await openVersions(name);
  const patch = await gitDiff(project, ...options);
  const [before, after] = [await treeAt(join(project.dir, 'old')), await treeAt(join(project.dir, 'new'))];
  await project.run('fs patch', { patch, path: 'old' });
  expect(await treeAt(join(project.dir, 'old'))).toEqual(after);
  await project.run('fs patch', { patch, path: 'old', reverse: true });
  expect(await treeAt(join(project.dir, 'old'))).toEqual(before);
});

it.each(PACKAGES)('diff -ruN of %s turns one version into the other, but for binary files and modes', async (name) => {
  const project = await openVersions(name);
  await chmod(join(project.dir, 'new/tool.sh'), 0o644);
  const patch = await run(project.dir, 'diff', '-ruN', 'old', 'new');
  for (const name of ['logo.bin', 'gone.bin', 'new.bin']) {
    await rm(join(project.dir, 'new', name), { force: true });
    await cp(join(project.dir, 'old', name), join(project.dir, 'new', name)).catch(() => {});
  }
  const { data, warnings } = await project.run('fs patch', { patch, path: 'old' });
  expect(await treeAt(join(project.dir, 'old'))).toEqual(await treeAt(join(project.dir, 'new')));
  const { files } = data as { files: { path: string; action: string }[] };
  const skipped = files.filter(({ action }) => action === 'skipped').map(({ path }) => path);
  expect(skipped.sort()).toEqual(['old/gone.bin', 'old/logo.bin', 'old/new.bin']);
  expect(warnings).toHaveLength(3);
});

it('git diff without --binary deletes a binary file that is the one it means, and skips the others', async () => {
  const project = await openVersions('picomatch');
  const patch = await gitDiff(project);
  const { data } = await project.run('fs patch', { patch, path: 'old' });
  const { files } = data as { files: { path: string; action: string }[] };
  const said = files.filter(({ path }) => path.endsWith('.bin')).map(({ path, action }) => `${action} ${path}`);
  expect(said.sort()).toEqual(['deleted old/gone.bin', 'skipped old/logo.bin', 'skipped old/new.bin']);
});

it('refuses binary data for another file than the patch was made from', async () => {
  const project = await openVersions('diff');
  const patch = await gitDiff(project, '--binary');
  await writeFile(join(project.dir, 'old/logo.bin'), randomBytes(70_000));
  const before = await treeAt(join(project.dir, 'old'));
  expect(await project.error('fs patch', { patch, path: 'old' })).toMatchObject({
    code: 'CONFLICT',
    message: 'old/logo.bin is not the file that the binary patch was made from',
  });
  expect(await treeAt(join(project.dir, 'old'))).toEqual(before);
});

/** As svn 1.14 writes it. */
const SVN = `Index: bin/tool
===================================================================
--- bin/tool\t(revision 1)
+++ bin/tool\t(working copy)
@@ -1,2 +1,2 @@
 #!/bin/sh
-exit 0
+exit 1

Property changes on: bin/tool
___________________________________________________________________
Added: svn:executable
## -0,0 +1 ##
+*
\\ No newline at end of property
Index: gone.txt
===================================================================
--- gone.txt\t(revision 1)
+++ gone.txt\t(nonexistent)
@@ -1 +0,0 @@
-old
Index: image.png
===================================================================
Cannot display: file marked as a binary type.
svn:mime-type = application/octet-stream
Index: new.txt
===================================================================
--- new.txt\t(nonexistent)
+++ new.txt\t(working copy)
@@ -0,0 +1 @@
+new
\\ No newline at end of file
`;

/** As hg 6.3 writes it. */
const HG = `diff -r 1f0dee641bb7 bin/tool
--- a/bin/tool\tTue Nov 17 10:00:00 2026 +0000
+++ b/bin/tool\tWed Nov 18 10:00:00 2026 +0000
@@ -1,2 +1,2 @@
 #!/bin/sh
-exit 0
+exit 1
diff -r 1f0dee641bb7 gone.txt
--- a/gone.txt\tTue Nov 17 10:00:00 2026 +0000
+++ /dev/null\tThu Jan 01 00:00:00 1970 +0000
@@ -1,1 +0,0 @@
-old
diff -r 1f0dee641bb7 image.png
Binary file image.png has changed
diff -r 1f0dee641bb7 new.txt
--- /dev/null\tThu Jan 01 00:00:00 1970 +0000
+++ b/new.txt\tWed Nov 18 10:00:00 2026 +0000
@@ -0,0 +1,1 @@
+new
\\ No newline at end of file
`;

it.each([
  ['svn', SVN, 0o755],
  ['hg', HG, 0o644],
])('%s diff: changed, deleted, binary and new files', async (_, patch, mode) => {
  const files = { 'bin/tool': '#!/bin/sh\nexit 0\n', 'gone.txt': 'old\n', 'image.png': '\0' };
  const project = await openProject([fsModule], files);
  const before = await treeAt(project.dir);
  await project.run('fs patch', { patch });
  expect(Object.keys(await treeAt(project.dir))).toEqual(['bin/tool', 'image.png', 'new.txt']);
  expect(await readFile(join(project.dir, 'bin/tool'), 'utf8')).toBe('#!/bin/sh\nexit 1\n');
  expect(await readFile(join(project.dir, 'new.txt'), 'utf8')).toBe('new');
  expect((await stat(join(project.dir, 'bin/tool'))).mode & 0o777).toBe(mode);
  await project.run('fs patch', { patch, reverse: true });
  expect(await treeAt(project.dir)).toEqual(before);
});

it.each([
  ['diff -u file.orig file', '--- a.txt.orig\n+++ a.txt\n'],
  ['a folder more', '--- x/y/a.txt\n+++ x/y/a.txt\n'],
  ['git diff --no-index', 'diff --git a/old/a.txt b/new/a.txt\nindex 1..2 100644\n--- a/old/a.txt\n+++ b/new/a.txt\n'],
  ['mnemonic prefixes', 'diff --git i/a.txt w/a.txt\nindex 1..2 100644\n--- i/a.txt\n+++ w/a.txt\n'],
  [
    'absolute names',
    '--- /tmp/old/a.txt\t2026-01-01 00:00:00.000000000 +0000\n+++ /tmp/new/a.txt\t2026-01-02 00:00:00.000000000 +0000\n',
  ],
])('finds the file that is meant by the names of %s', async (_, header) => {
  const project = await openProject([fsModule], { 'a.txt': 'one\n' });
  await project.run('fs patch', { patch: `${header}@@ -1 +1 @@\n-one\n+two\n` });
  expect(await readFile(join(project.dir, 'a.txt'), 'utf8')).toBe('two\n');
});

it('warns of files that the patch tells of and does not hold', async () => {
  const project = await openProject([fsModule], { 'a.txt': 'one\n' });
  const patch = `Only in new: b.txt\ndiff -ru old/a.txt new/a.txt\n--- old/a.txt\n+++ new/a.txt\n@@ -1 +1 @@\n-one\n+two\n`;
  expect((await project.run('fs patch', { patch })).warnings).toEqual([
    'Only in new: b.txt: the patch does not contain this file',
  ]);
});
