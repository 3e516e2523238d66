import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { openProject } from '../testing/project.ts';
import { fsModule } from './module.ts';

const FILES = { 'a/b/c/deep.ts': '', 'a/one.ts': 'x', '.git/HEAD': '', '.env': '', 'out/x': '', '.gitignore': 'out/' };

async function openTree() {
  const project = await openProject([fsModule], FILES);
  await mkdir(join(project.dir, 'empty'));
  await symlink('..', join(project.dir, 'a/up'));
  await symlink('one.ts', join(project.dir, 'a/alias.ts'));
  await symlink('gone', join(project.dir, 'a/broken.ts'));
  execFileSync('mkfifo', [join(project.dir, 'a/pipe')]);
  return project;
}

it('lists a tree with its empty folders, links and special files, and follows no link', async () => {
  const project = await openTree();
  expect(await project.data('fs list', { recursive: true })).toMatchObject({
    entries: [
      { path: 'a', type: 'folder' },
      { path: 'a/alias.ts', type: 'link' },
      { path: 'a/b', type: 'folder' },
      { path: 'a/b/c', type: 'folder' },
      { path: 'a/b/c/deep.ts', type: 'file' },
      { path: 'a/broken.ts', type: 'link' },
      { path: 'a/one.ts', type: 'file' },
      { path: 'a/pipe', type: 'other' },
      { path: 'a/up', type: 'link' },
      { path: 'empty', type: 'folder' },
    ],
    total: 10,
  });
});

it('goes as deep as it is told, and shows hidden and ignored entries when all are wanted', async () => {
  const project = await openTree();
  const paths = async (input: object) =>
    (await project.data<{ entries: { path: string }[] }>('fs list', input)).entries.map(({ path }) => path);
  expect(await paths({ path: 'a', depth: 2 })).toEqual([
    'a/alias.ts',
    'a/b',
    'a/b/c',
    'a/broken.ts',
    'a/one.ts',
    'a/pipe',
    'a/up',
  ]);
  expect(await paths({ all: true })).toEqual(['.env', '.git', '.gitignore', 'a', 'empty', 'out']);
  expect(await paths({ all: true, path: 'out', recursive: true })).toEqual(['out/x']);
});

it.each([
  [{ query: '*', type: 'folder' }, ['a', 'a/b', 'a/b/c', 'a/up', 'empty']],
  [{ query: '*.ts' }, ['a/alias.ts', 'a/b/c/deep.ts', 'a/one.ts']],
  [{ query: '*.ts', type: 'any' }, ['a/alias.ts', 'a/b/c/deep.ts', 'a/broken.ts', 'a/one.ts']],
  [{ query: 'DEEP' }, []],
  [{ query: 'DEEP', ignoreCase: true }, ['a/b/c/deep.ts']],
  [{ query: 'head', ignoreCase: true, all: true }, ['.git/HEAD']],
  [{ query: './b/**', path: 'a' }, ['a/b/c/deep.ts']],
])('finds with %j', async (input, matches) => {
  const project = await openTree();
  expect(await project.data('fs find', input)).toMatchObject({ matches, total: matches.length });
});

it('says that a file or a missing folder cannot be listed', async () => {
  const project = await openTree();
  const code = async (path: string) => (await project.error('fs list', { path })).code;
  expect([await code('a/one.ts'), await code('gone'), await code('a/broken.ts')]).toEqual([
    'NOT_DIRECTORY',
    'NOT_FOUND',
    'BROKEN_LINK',
  ]);
});

it('stops when it is cancelled', async () => {
  const project = await openProject([fsModule], FILES, { signal: AbortSignal.abort() });
  expect(await project.error('fs list', { recursive: true })).toMatchObject({ code: 'CANCELLED' });
});

it('leaves out a folder that may not be read, and says so', async () => {
  const project = await openProject([fsModule], { 'open/a': '', 'closed/b': '' });
  await chmod(dirname(project.dir), 0o755);
  await chmod(join(project.dir, 'closed'), 0o700);
  // Root may read everything, so the listing runs as somebody else.
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'list.ts'),
    platform: 'node',
    resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
  });
  const file = join(dirname(project.dir), 'list.mjs');
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  const script = `
    import { listFolder } from ${JSON.stringify(file)};
    const warnings = [];
    const context = {
      place: { cwd: ${JSON.stringify(project.dir)}, env: {} }, signal: new AbortController().signal,
      permits: () => true, restricted: false, warn: (message) => warnings.push(message),
    };
    const { entries } = await listFolder({ path: '.', recursive: true, all: false, limit: 10 }, context);
    const refused = await listFolder({ path: 'closed', recursive: false, all: false, limit: 10 }, context)
      .catch((error) => error.code);
    console.log(JSON.stringify({ paths: entries.map(({ path }) => path), warnings, refused }));`;
  const node = [process.execPath, '--input-type=module', '--eval', script];
  const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups'];
  const output = execFileSync('setpriv', [...nobody, ...node], { cwd: '/', env: {} });
  expect(JSON.parse(output.toString())).toEqual({
    paths: ['closed', 'open', 'open/a'],
    warnings: ['Left out: closed cannot be accessed by this user'],
    refused: 'ACCESS_DENIED',
  });
});
