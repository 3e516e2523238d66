import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openProject } from '../../testing/project.ts';
import { fsModule } from '../module.ts';

const PATHS = [
  'a',
  'a.log',
  'a.b.log',
  'log',
  'build/x',
  'src/build/x',
  'src/a.log',
  'src/deep/er/a.ts',
  'src/deep/a.ts',
  'doc/a.md',
  'doc/sub/b.md',
  'foo bar',
  'foo ',
  '#x',
  '!x',
  'a*b',
  'axb',
  'x1',
  'x2',
  'x-',
  'xa',
  'x]',
  'temp/keep',
  'temp/other',
  'A.LOG',
  'ü.log',
  'a{b}',
];

const RULES = [
  '*.log',
  '*.log\n!a.log',
  'build',
  'build/',
  '/build',
  'src/build/',
  'src/**/a.ts',
  '**/a.ts',
  'src/**',
  '**/deep/**',
  'doc/*.md',
  'doc/**/*.md',
  '*',
  '*\n!*/\n!*.ts',
  'temp/*\n!temp/keep',
  'foo bar',
  'foo\\ ',
  'foo   ',
  '\\#x',
  '\\!x',
  '#x',
  'a\\*b',
  'a*b',
  'a?b',
  'x[0-9]',
  'x[!0-9]',
  'x[^0-9-]',
  'x[[:alpha:]]',
  'x[]]',
  'x[',
  'x\\',
  '*.log\r\nbuild/\r\n',
  '\ufeff*.log',
  'a{b}',
  '[a-c]*',
  'src/*/a.ts',
  '/*.log',
  '/',
  '**',
  'a.*',
  '!*.log\n*.log',
  '*.b.log',
  'deep/',
  'deep/er',
];

it.each(RULES)('ignores by %j what git ignores', async (rules) => {
  const project = await openProject([fsModule], Object.fromEntries(PATHS.map((path) => [path, ''])));
  await writeFile(join(project.dir, '.gitignore'), rules);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project.dir, env: { PATH: process.env.PATH } });
  git('init', '--quiet');
  const expected = git('ls-files', '-z', '--others', '--exclude-standard')
    .toString()
    .split('\0')
    .filter((path) => path !== '' && path !== '.gitignore')
    .sort();
  const { matches } = await project.data<{ matches: string[] }>('fs find', { query: '**' });
  expect(matches).toEqual(expected);
});

it('honours the ignore files that fs grep does: of the user, the repository, folders above and nested repositories', async () => {
  const files = {
    '.git/info/exclude': 'excluded\n',
    '.gitignore': '*.log\n!.shown\n',
    '.ignore': 'quiet\n!loud.log\n',
    '.shown/x': 'x',
    '.hidden/x': 'x',
    'excluded/x': 'x',
    'top.log': 'x',
    'loud.log': 'x',
    quiet: 'x',
    'global.tmp': 'x',
    'sub/.rgignore': '!quiet\n',
    'sub/.gitignore': '!kept.log\n/only-here\n',
    'sub/quiet': 'x',
    'sub/kept.log': 'x',
    'sub/gone.log': 'x',
    'sub/only-here': 'x',
    'sub/deep/only-here': 'x',
    'nested/.git/HEAD': 'x',
    'nested/own.log': 'x',
    'nested/excluded': 'x',
  };
  const project = await openProject([fsModule], files);
  const settings = join(dirname(project.dir), 'user/.gitconfig');
  await mkdir(dirname(settings));
  await writeFile(settings, '[core]\n\texcludesFile = ~/all-ignore\n');
  await writeFile(join(dirname(settings), 'all-ignore'), '*.tmp\n');
  for (const path of ['.', 'sub', 'nested']) {
    const found = await project.data<{ matches: string[] }>('fs find', { query: '**', path });
    const searched = await project.data<{ paths: string[] }>('fs grep', { query: 'x', output: 'files', path });
    expect(found.matches).toEqual(searched.paths);
  }
  expect(await project.data('fs list', { path: '.' })).toMatchObject({
    entries: [{ path: '.shown' }, { path: 'loud.log' }, { path: 'nested' }, { path: 'sub' }],
  });
});
