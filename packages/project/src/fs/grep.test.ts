import { chmod, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type CommandError, type Context, inWords } from '@helve/command';
import { expect, it } from 'vitest';
import { openProject, type Project } from '../testing/project.ts';
import { grep } from './grep.ts';
import type { Input as GrepInput, Output as GrepResult } from '../commands/fs/grep.ts';
import { fsModule } from './module.ts';

const open = (files: Readonly<Record<string, string | Uint8Array>>) => openProject([fsModule], files);

const TEXT = 'one\ntwo needle\nthree\nfour needles\nfive\nsix\nseven needle\n';

it.each([
  [{ query: 'NEEDLE$', ignoreCase: true, path: 'a.txt' }, ['a.txt:2', 'a.txt:7']],
  [{ query: 'needle', word: true, path: 'a.txt' }, ['a.txt:2', 'a.txt:7']],
  [{ query: 'o n' }, ['a.txt:2', 'sub/b.md:2']],
  [{ query: 'o n', all: true }, ['.hid/x:2', 'a.txt:2', 'out/x:2', 'sub/b.md:2']],
  [{ query: 'o n', exclude: '*.md' }, ['a.txt:2']],
  [{ query: 'o n', exclude: './sub/**' }, ['a.txt:2']],
  [{ query: 'o n', include: 'sub/*.md' }, ['sub/b.md:2']],
  [{ query: 'o n', include: 'sub/' }, ['sub/b.md:2']],
  [{ query: 'o n', include: '**/*.{txt,md}' }, ['a.txt:2', 'sub/b.md:2']],
  [{ query: 'o n', include: '{sub/b,a}.*' }, ['a.txt:2', 'sub/b.md:2']],
  [{ query: 'o n', include: '*', all: true }, ['.hid/x:2', 'a.txt:2', 'out/x:2', 'sub/b.md:2']],
  [{ query: '-e' }, []],
])('searches with %j', async (input, places) => {
  const files = { '.gitignore': 'out', '.hid/x': TEXT, 'out/x': TEXT, 'a.txt': TEXT, 'sub/b.md': TEXT };
  const project = await open(files);
  const { matches, total } = await project.data<GrepResult>('fs grep', input);
  expect(matches.map(({ path, line }) => `${path}:${line}`)).toEqual(places);
  expect(total).toBe(places.length);
});

it('gives the lines around each match, also where they are shared', async () => {
  const project = await open({ 'a.txt': TEXT, 'b.txt': 'needle' });
  expect(await project.data('fs grep', { query: 'needle', before: 1, after: 2, limit: 3 })).toEqual({
    matches: [
      { path: 'a.txt', line: 2, column: 5, text: 'two needle', before: ['one'], after: ['three', 'four needles'] },
      { path: 'a.txt', line: 4, column: 6, text: 'four needles', before: ['three'], after: ['five', 'six'] },
      { path: 'a.txt', line: 7, column: 7, text: 'seven needle', before: ['six'], after: [] },
    ],
    total: 4,
    files: 2,
    omitted: 1,
    truncated: true,
  });
});

it('gives a match that spans lines as one, with the lines around it', async () => {
  const project = await open({ 'a.txt': TEXT });
  expect(await project.data('fs grep', { query: 'needles\\nfive', multiline: true, context: 1 })).toMatchObject({
    matches: [{ line: 4, column: 6, text: 'four needles\nfive', before: ['three'], after: ['six'] }],
    total: 1,
  });
});

it('gives only files, or how many matches each has', async () => {
  const project = await open({ 'a.txt': TEXT, 'b.txt': TEXT, 'new\nline.txt': 'needle' });
  expect(await project.data('fs grep', { query: 'needle', output: 'files', limit: 2 })).toEqual({
    matches: [],
    paths: ['a.txt', 'b.txt'],
    files: 3,
    omitted: 1,
    truncated: true,
  });
  expect(await project.data('fs grep', { query: 'needle', output: 'counts' })).toEqual({
    matches: [],
    counts: [
      { path: 'a.txt', count: 3 },
      { path: 'b.txt', count: 3 },
      { path: 'new\nline.txt', count: 1 },
    ],
    total: 7,
    files: 3,
    omitted: 0,
    truncated: false,
  });
});

it('keeps only the part of a huge line around its match', async () => {
  const huge = `${'ü'.repeat(3_000_000)}needle${'y'.repeat(5_000_000)}\nneedle\n`;
  const project = await open({ 'a.txt': huge });
  expect(await project.data('fs grep', { query: 'needle' })).toMatchObject({
    matches: [
      { line: 1, column: 3_000_001, text: `${'ü'.repeat(250)}needle${'y'.repeat(244)}`, clipped: true },
      { line: 2, column: 1, text: 'needle' },
    ],
    total: 2,
  });
});

it('finds text that is not UTF-8, and text in UTF-16', async () => {
  const project = await open({
    'latin.txt': Buffer.from('caf\xe9 needle', 'latin1'),
    'wide.txt': Buffer.from('\ufeffü needle', 'utf16le'),
  });
  expect(await project.data('fs grep', { query: 'needle' })).toMatchObject({
    matches: [
      { path: 'latin.txt', column: 6, text: 'caf\ufffd needle' },
      { path: 'wide.txt', column: 3, text: 'ü needle' },
    ],
  });
});

it.each([false, true])('says which files are binary (multiline: %s)', async (multiline) => {
  const late = `needle\n${'y\n'.repeat(100_000)}\0`;
  const project = await open({ 'a.bin': late, 'b.bin': late, 'c.txt': 'needle' });
  const { data, warnings } = await project.run('fs grep', { query: 'needle', multiline });
  expect((data as GrepResult).matches.map(({ path }) => path)).toEqual(['a.bin', 'b.bin', 'c.txt']);
  expect(warnings.map((warning) => inWords(warning)).sort()).toEqual([
    'a.bin is binary: matches in it may be missing',
    'b.bin is binary: matches in it may be missing',
  ]);
});

it.each(['(', '\\p{Foo}', 'a\\nb', '(a{1000}){1000}{1000}'])('explains the bad expression %s', async (query) => {
  const project = await open({ a: '' });
  expect(await project.error('fs grep', { query })).toMatchObject({ code: 'INVALID_PATTERN' });
});

it('explains a bad glob', async () => {
  const project = await open({ a: '' });
  expect(await project.error('fs grep', { query: 'x', include: '*.{ts' })).toMatchObject({ code: 'INVALID_PATTERN' });
});

const INPUT: GrepInput = {
  query: 'needle',
  path: '.',
  ignoreCase: false,
  fixed: false,
  word: false,
  multiline: false,
  output: 'matches',
  all: false,
  limit: 10,
};

function contextIn(project: Project, signal = new AbortController().signal) {
  const warnings: string[] = [];
  const context: Context = {
    place: { cwd: project.dir, env: { PATH: process.env.PATH }, home: project.home },
    reach: {},
    signal,
    deadline: undefined,
    now: Date.now,
    progress: () => {},
    permits: () => true,
    restricted: false,
    verdict: async () => 'allow',
    command: 'test',
    confinement: undefined,
    call: unused,
    registry: unused,
    keep: unused,
    beside: unused,
    warn: (message) => {
      warnings.push(inWords(message));
    },
  };
  return { context, warnings };
}

function unused(): never {
  throw new Error('grep does without it');
}

/** A program that stands in for ripgrep. */
async function writeProgram(project: Project, script: string): Promise<string> {
  const file = join(dirname(project.dir), 'program');
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

const failure = (promise: Promise<unknown>) => promise.then(undefined, (error: CommandError) => error.report());

it('says so when ripgrep is missing', async () => {
  const project = await open({ a: '' });
  const { context } = contextIn(project);
  expect(await failure(grep(INPUT, context, '/nowhere/rg'))).toMatchObject({ code: 'PROGRAM_MISSING' });
});

it.each([
  ['kill -SEGV $$', 'ripgrep failed (SIGSEGV)'],
  ['echo "thread panicked" >&2; exit 101', 'ripgrep failed (exit code 101): thread panicked'],
])('does not take a crash for a bad pattern: %s', async (script, message) => {
  const project = await open({ a: '' });
  const { context } = contextIn(project);
  const program = await writeProgram(project, script);
  expect(await failure(grep(INPUT, context, program))).toMatchObject({ code: 'IO_FAILED', message });
});

it('gives what it could search when some files may not be read', async () => {
  const project = await open({ 'a.txt': 'needle', 'b.txt': 'needle' });
  await chmod(dirname(project.dir), 0o755);
  await chmod(join(project.dir, 'b.txt'), 0o600);
  // Root may read everything, so ripgrep runs as somebody else.
  const require = createRequire(createRequire(import.meta.url).resolve('@vscode/ripgrep'));
  const rg = require.resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/rg`);
  const program = await writeProgram(project, `exec setpriv --reuid=65534 --regid=65534 --clear-groups '${rg}' "$@"`);
  const { context, warnings } = contextIn(project);
  expect((await grep(INPUT, context, program)).matches).toMatchObject([{ path: 'a.txt' }]);
  expect(warnings).toEqual(['Not searched: b.txt: Permission denied (os error 13)']);
});

it('leaves no process behind when it is cancelled', async () => {
  const project = await open({ a: '' });
  const controller = new AbortController();
  const { context } = contextIn(project, controller.signal);
  const note = join(project.dir, 'pid');
  const program = await writeProgram(
    project,
    `echo $$ > '${note}'; printf './a\\000'; printf '1:1:needle\\n'; exec sleep 1000`,
  );
  // The first match cancels the search, while the program still runs.
  const permits = () => {
    controller.abort();
    return true;
  };
  expect(await failure(grep(INPUT, { ...context, permits }, program))).toMatchObject({ code: 'CANCELLED' });
  const pid = Number(await readFile(note, 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

it('goes round no loop of links', async () => {
  const project = await open({ 'a/x': 'needle' });
  await symlink('..', join(project.dir, 'a/up'));
  expect(await project.data('fs grep', { query: 'needle' })).toMatchObject({ total: 1 });
});
