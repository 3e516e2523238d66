import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hookFolders, namedByGit, parseGitConfig } from './git-config.ts';

function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'helve-git-config-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

it.each([
  '[core]\n\thooksPath = .githooks\n',
  '[core] hooksPath=a # comment\n[CORE]\nHOOKSPATH = b ; comment\n',
  '[core]\n hookspath = "a b" c "#d" \\\n  e\\tf \n# c\n\t; c\n bare\n fileMode = \n',
  '\uFEFF[core]\r\n\thooksPath = x\\\\y\r\n[alias "A b.\\"c\\\\"]\r\n path = 1\r\n',
  '[include]path=a\n[includeIf "gitdir:/x/"] path = "b"\n[section.Sub]\n\tkey = "\\n\\b\\""\n',
  '[a]\n b = x\\\ny\n c = "quoted ; # kept"  # gone\n d = tail   \n[e "f"]\n g = 1',
])('configuration is read as git reads it: %j', (text) => {
  const folder = makeFolder({ config: text });
  const printed = execFileSync('git', ['config', '--file', join(folder, 'config'), '--no-includes', '--list', '-z']);
  const byGit = printed
    .toString()
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => ({ key: entry.split('\n')[0], value: entry.split('\n').slice(1).join('\n') }));
  expect(parseGitConfig(text)).toEqual(byGit);
});

it('all files that a configuration includes are found, also where the condition does not hold', () => {
  const folder = makeFolder({
    config: '[include]\n path = one\n[includeIf "onbranch:never"]\n path = ~/two\n[include]\n path = missing/file\n',
    one: '[include]\n path = one\n path = config\n[core]\n hooksPath = ~/hooks\n worktree = ../top\n',
    two: '[include]\n path = three\n',
    three: '[core]\n hooksPath = relative\n',
  });
  const at = (name: string) => join(folder, name);
  expect(namedByGit([at('config')], folder)).toEqual({
    files: ['one', 'two', 'missing/file', 'three'].map(at),
    hooks: [at('hooks'), 'relative'],
    workTree: '../top',
  });
  expect(hookFolders([at('hooks'), 'relative'], ['/a', '/b'])).toEqual([at('hooks'), '/a/relative', '/b/relative']);
});
