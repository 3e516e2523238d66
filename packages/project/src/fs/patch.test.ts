import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { authorityOf, OPEN_POLICY } from '@helve/policy';
import { expect, it } from 'vitest';
import { openProject, type Project } from '../testing/project.ts';
import { commitFiles } from './patch/commit.ts';
import { PatchTree } from './patch/tree.ts';
import { fsModule } from './module.ts';
import { OpenFolders } from './paths/open-folder.ts';

const CHANGE = '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n';
const CREATE = '--- /dev/null\n+++ b/new/b.txt\n@@ -0,0 +1 @@\n+hello\n';

async function contents(project: Project): Promise<Record<string, string>> {
  const names = await readdir(project.dir, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && !entry.path.includes('.git'));
  const paths = files.map((entry) => join(entry.path, entry.name)).sort();
  const pairs = paths.map(async (path) => [path.slice(project.dir.length + 1), await readFile(path, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

it('changes one file and makes another', async () => {
  const project = await openProject([fsModule], { 'a.txt': 'one\ntwo\nthree\n' });
  expect(await project.data('fs patch', { patch: CHANGE + CREATE })).toMatchObject({
    files: [
      { path: 'a.txt', action: 'modified', added: 1, removed: 1 },
      { path: 'new/b.txt', action: 'created', added: 1, removed: 0 },
    ],
    dryRun: false,
  });
  expect(await contents(project)).toEqual({ 'a.txt': 'one\n2\nthree\n', 'new/b.txt': 'hello\n' });
});

it('takes the same patch back', async () => {
  const project = await openProject([fsModule], { 'a.txt': 'one\ntwo\nthree\n' });
  await project.run('fs patch', { patch: CHANGE + CREATE });
  await project.run('fs patch', { patch: CHANGE + CREATE, reverse: true });
  expect(await contents(project)).toEqual({ 'a.txt': 'one\ntwo\nthree\n' });
  expect(await readdir(project.dir)).toEqual(['a.txt']);
});

it('changes nothing in a dry run', async () => {
  const project = await openProject([fsModule], { 'a.txt': 'one\ntwo\nthree\n' });
  expect(await project.data('fs patch', { patch: CHANGE, dryRun: true })).toMatchObject({ dryRun: true });
  expect(await contents(project)).toEqual({ 'a.txt': 'one\ntwo\nthree\n' });
});

it('finds hunks that have moved and says by how much', async () => {
  const project = await openProject([fsModule], { 'a.txt': 'zero\nzero\none\ntwo\nthree\n' });
  expect(await project.data('fs patch', { patch: CHANGE })).toMatchObject({
    files: [{ offsets: [{ hunk: 1, lines: 2 }] }],
  });
});

it('keeps the line endings and the byte order mark of the file', async () => {
  const project = await openProject([fsModule], { 'a.txt': '\uFEFFone\r\ntwo\r\nthree\r\n' });
  await project.run('fs patch', { patch: CHANGE });
  expect(await contents(project)).toEqual({ 'a.txt': '\uFEFFone\r\n2\r\nthree\r\n' });
});

it('changes line endings when that is the patch', async () => {
  const project = await openProject([fsModule], { 'a.txt': 'one\r\ntwo\r\n' });
  await project.run('fs patch', { patch: '--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n-one\r\n-two\r\n+one\n+two\n' });
  expect(await contents(project)).toEqual({ 'a.txt': 'one\ntwo\n' });
});

it.each([
  ['takes away the last newline', 'a\nb\n', '@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n', 'a\nc'],
  ['adds a last newline', 'a\nb', '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n', 'a\nb\n'],
  ['keeps a file without one', 'a\nb', '@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n', 'A\nb'],
  [
    'adds after it',
    'a',
    '@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file\n',
    'a\nb',
  ],
])('%s', async (_, before, hunk, after) => {
  const project = await openProject([fsModule], { 'a.txt': before });
  const patch = `--- a.txt\n+++ a.txt\n${hunk}`;
  await project.run('fs patch', { patch });
  expect(await contents(project)).toEqual({ 'a.txt': after });
  await project.run('fs patch', { patch, reverse: true });
  expect(await contents(project)).toEqual({ 'a.txt': before });
});

it('applies what git makes: new, deleted, renamed and odd names, modes, and a mail around it all', async () => {
  const project = await openProject([fsModule], {
    'keep.txt': '1\n2\n3\n4\n5\n6\n7\n8\n',
    'old name.txt': 'a\nb\nc\nd\ne\nf\n',
    'gone/ä.txt': 'x\n- \n-- y\n',
    'tool.sh': 'run\n',
    'image.bin': Buffer.from([0, 1, 2, 255]),
    empty: '',
  });
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { cwd: project.dir }))
      .stdout;
  await git('init', '-q');
  await git('add', '.');
  await git('commit', '-qm', 'first');
  const before = await contents(project);
  await writeFile(join(project.dir, 'keep.txt'), '1\n2\nthree\n4\n5\n6\n7\n8');
  await rename(join(project.dir, 'old name.txt'), join(project.dir, 'new\t"name".txt'));
  await writeFile(join(project.dir, 'new\t"name".txt'), 'a\nb\nc\nd\ne\nF\n');
  await rename(join(project.dir, 'image.bin'), join(project.dir, 'picture.bin'));
  await rm(join(project.dir, 'gone'), { recursive: true });
  await chmod(join(project.dir, 'tool.sh'), 0o755);
  await mkdir(join(project.dir, 'sub'));
  await writeFile(join(project.dir, 'sub/new.sh'), '#!/bin/sh\n');
  await chmod(join(project.dir, 'sub/new.sh'), 0o755);
  await writeFile(join(project.dir, 'sub/none'), '');
  await git('add', '-A');
  await git('commit', '-qm', 'second\n\n--- a line\n@ and another');
  const after = await contents(project);
  const patch = await git('format-patch', '-M', '--stdout', 'HEAD~1');
  expect(patch).toContain('rename from image.bin');
  await git('reset', '-q', '--hard', 'HEAD~1');
  expect(await contents(project)).toEqual(before);

  const { files } = await project.data<{ files: { action: string }[] }>('fs patch', { patch });
  expect(files.map((file) => file.action).sort()).toEqual([
    'created',
    'created',
    'deleted',
    'modified',
    'modified',
    'renamed',
    'renamed',
  ]);
  expect(await contents(project)).toEqual(after);
  await git('add', '-A');
  expect(await git('diff', '--cached', '--raw', 'ORIG_HEAD')).toBe('');
  expect((await stat(join(project.dir, 'sub/new.sh'))).mode & 0o111).toBe(0o111);

  await project.run('fs patch', { patch, reverse: true });
  expect(await contents(project)).toEqual(before);
});

it('applies a series of patches to one file', async () => {
  const project = await openProject([fsModule], { 'a.txt': 'one\ntwo\nthree\n' });
  const second = '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-2\n+zwei\n three\n';
  await project.run('fs patch', { patch: CHANGE + second });
  expect(await contents(project)).toEqual({ 'a.txt': 'one\nzwei\nthree\n' });
});

it('takes two names without a rename for one file, and leading folders off when told', async () => {
  const project = await openProject([fsModule], { 'a.txt': 'one\ntwo\nthree\n' });
  await project.run('fs patch', {
    patch: CHANGE.replace('a/a.txt', 'x/a.orig').replace('b/a.txt', 'x/a.txt'),
    strip: 1,
  });
  expect(await contents(project)).toEqual({ 'a.txt': 'one\n2\nthree\n' });
});

it('changes nothing when one of the hunks is not found, and says where the nearest is', async () => {
  const project = await openProject([fsModule], { 'a.txt': 'one\ntwo\nthree\n', 'c.txt': 'x\n\tone\n\ttwo\n' });
  const patch = `${CHANGE + CREATE}--- a/c.txt\n+++ b/c.txt\n@@ -1,2 +1,2 @@\n   one\n-  two\n+  2\n`;
  expect(await project.error('fs patch', { patch })).toMatchObject({
    code: 'NO_MATCH',
    message: 'c.txt: hunk 1 of 1 (line 1) was not found',
    hint: 'Nothing was changed. The nearest is at lines 2-3. The file indents with tabs where the patch has spaces.',
    details: { path: 'c.txt', hunk: 1, nearest: { startLine: 2 } },
  });
  expect(await contents(project)).toEqual({ 'a.txt': 'one\ntwo\nthree\n', 'c.txt': 'x\n\tone\n\ttwo\n' });
});

it.each([
  ['is applied already', CHANGE, 'CONFLICT'],
  ['makes a file that is there', CREATE.replace('new/b', 'a'), 'ALREADY_EXISTS'],
  ['changes a file that is not there', CHANGE.replaceAll('a.txt', 'none.txt'), 'NOT_FOUND'],
  ['deletes less than the file holds', '--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n', 'CONFLICT'],
  ['leads up', CREATE.replace('new/', '../'), 'OUTSIDE_ROOTS'],
  ['names an absolute path', CREATE.replace('b/new/b.txt', '/tmp/b.txt'), 'OUTSIDE_ROOTS'],
  ['goes through a link that leads out', CREATE.replace('new/', 'out/'), 'OUTSIDE_ROOTS'],
  ['changes a link', CHANGE.replaceAll('a.txt', 'link'), 'NOT_A_FILE'],
  [
    'holds damaged binary data',
    'diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKc${Nk\n\n',
    'INVALID_INPUT',
  ],
  ['makes a link', `diff --git a/l b/l\nnew file mode 120000\n${CREATE.replace('new/b.txt', 'l')}`, 'INVALID_INPUT'],
  ['counts too few lines', CHANGE.replace('-1,3 +1,3', '-1,2 +1,2'), 'INVALID_INPUT'],
  ['counts too many lines', CHANGE.replace('-1,3 +1,3', '-1,4 +1,4'), 'INVALID_INPUT'],
  ['has no numbers', CHANGE.replace('-1,3 +1,3', '...'), 'INVALID_INPUT'],
  ['has no file names', '@@ -1 +1 @@\n-a\n+b\n', 'INVALID_INPUT'],
  ['is no patch', 'hello\n', 'INVALID_INPUT'],
])('refuses a patch that %s and changes nothing', async (_, patch, code) => {
  const project = await openProject([fsModule], { 'a.txt': 'one\n2\nthree\n' });
  await mkdir(join(project.dir, '../outside'));
  await symlink('../outside', join(project.dir, 'out'));
  await symlink('a.txt', join(project.dir, 'link'));
  const files = '--- /dev/null\n+++ b/first.txt\n@@ -0,0 +1 @@\n+x\n';
  expect(await project.error('fs patch', { patch: code === 'INVALID_INPUT' ? patch : files + patch })).toMatchObject({
    code,
  });
  expect(await contents(project)).toEqual({ 'a.txt': 'one\n2\nthree\n' });
  expect((await readdir(project.dir)).sort()).toEqual(['a.txt', 'link', 'out']);
});

it('asks the policy about every file before it changes any', async () => {
  const policy = { ...OPEN_POLICY, open: false, permits: (_: string, path: string) => !path.endsWith('/.env') };
  const project = await openProject([fsModule], { 'a.txt': 'one\ntwo\nthree\n' }, { authority: authorityOf(policy) });
  const patch = CHANGE + CREATE.replace('new/b.txt', '.env');
  expect(await project.error('fs patch', { patch })).toMatchObject({ code: 'PERMISSION_DENIED' });
  expect(await contents(project)).toEqual({ 'a.txt': 'one\ntwo\nthree\n' });
});

it('restores what was written when a later file fails', async () => {
  const project = await openProject([fsModule], { a: 'old a', b: 'old b', c: 'old c' });
  const { signal } = new AbortController();
  const tree = new PatchTree(signal);
  const [a, b, made, c] = await Promise.all(
    ['a', 'b', 'sub/new', 'c'].map((name) =>
      tree.at({ path: join(project.dir, name), at: join(project.dir, name), shown: name, folders: new OpenFolders() }),
    ),
  );
  if (!a || !b || !made || !c) throw new Error('four files were asked for');
  a.content = Buffer.from('new a');
  b.content = undefined;
  made.content = Buffer.from('made');
  c.content = Buffer.from('new c');
  const inode = (await stat(join(project.dir, 'a'))).ino;
  await writeFile(join(project.dir, 'c'), 'changed by another');
  await expect(commitFiles([a, b, made, c], signal)).rejects.toMatchObject({ code: 'STALE' });
  expect(await contents(project)).toEqual({ a: 'old a', b: 'old b', c: 'changed by another' });
  expect((await readdir(project.dir)).sort()).toEqual(['a', 'b', 'c']);
  expect((await stat(join(project.dir, 'a'))).ino).toBe(inode);
});

const GROW_A = 'diff --git a/a b/a\nindex 1..2 100644\n--- a/a\n+++ b/a\n@@ -1,2 +1,3 @@\n one\n two\n+three\n';
const move = (kind: 'copy' | 'rename', from: string, to: string) =>
  `diff --git a/${from} b/${to}\nsimilarity index 90%\n${kind} from ${from}\n${kind} to ${to}\n`;

it.each([
  ['a change, then a copy', GROW_A + move('copy', 'a', 'b')],
  ['a copy, then a change', move('copy', 'a', 'b') + GROW_A],
  ['a change, then a rename', GROW_A + move('rename', 'a', 'b')],
  ['two files that swap names', move('rename', 'a', 'c') + move('rename', 'c', 'a')],
  [
    'a copy with a change of its own',
    `${GROW_A}${move('copy', 'a', 'b')}--- a/a\n+++ b/b\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n`,
  ],
])('gives what git apply gives: %s', async (_, patch) => {
  const files = { a: 'one\ntwo\n', c: 'see\n' };
  const [ours, theirs] = [await openProject([fsModule], files), await openProject([fsModule], files)];
  await writeFile(join(theirs.dir, '.patch'), patch);
  await promisify(execFile)('git', ['init', '-q'], { cwd: theirs.dir });
  await promisify(execFile)('git', ['apply', '.patch'], { cwd: theirs.dir });
  await rm(join(theirs.dir, '.patch'));
  await ours.data('fs patch', { patch });
  expect(await contents(ours)).toEqual(await contents(theirs));
});

it('does not reverse a copy, as git apply does not', async () => {
  const project = await openProject([fsModule], { a: 'one\n', b: 'one\n' });
  const answer = await project
    .run('fs patch', { patch: move('copy', 'a', 'b'), reverse: true })
    .catch((error) => error);
  expect(answer).toMatchObject({ code: 'INVALID_INPUT', message: 'The copy a cannot be reversed' });
  expect(await contents(project)).toEqual({ a: 'one\n', b: 'one\n' });
});

it.each([
  '.git/hooks/pre-commit',
  '.GIT/hooks/pre-commit',
  'sub/.git/config',
  'git~1/hooks/x',
  'GIT~1/x',
  '.git./x',
  '.git /x',
  '.git::$INDEX_ALLOCATION/x',
  '.g\u200cit/x',
  'link/hooks/pre-commit',
])('refuses a patch that writes to a git folder: %s', async (name) => {
  const project = await openProject([fsModule], { a: 'one\n' });
  await mkdir(join(project.dir, '.git/hooks'), { recursive: true });
  await symlink('.git', join(project.dir, 'link'));
  const patch = `diff --git a/${name} b/${name}\nnew file mode 100755\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+touch ran\n`;
  const answer = await project.run('fs patch', { patch }).catch((error) => error);
  expect(answer).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('inside a git folder') });
  expect(await readdir(join(project.dir, '.git/hooks'))).toEqual([]);
});

it('a patch may name files that only look like a git folder', async () => {
  const project = await openProject([fsModule]);
  const patch = ['.gitignore', '.github/x', 'git/x', 'a.git/x']
    .map((name) => `--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+x\n`)
    .join('');
  expect(await project.data('fs patch', { patch })).toMatchObject({
    files: Array.from({ length: 4 }, () => ({ action: 'created' })),
  });
});
