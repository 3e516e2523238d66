import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPlainRepository } from './git-repository.ts';

function makeRepository() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'helve-git-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, stdio: 'pipe' });
  git('init', '-q');
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/a'), 'a');
  git('add', '.');
  git('commit', '-qm', 'a');
  return { folder, git };
}

describe('git can run nothing that is configured', () => {
  it('in a fresh repository and its folders, in a clone, in a work tree, and outside', () => {
    const { folder, git } = makeRepository();
    git('clone', '-q', folder, 'copy');
    git('worktree', 'add', '-q', 'tree');
    git('config', 'user.name', 'Somebody Else');
    expect(['', 'src', 'copy', 'tree'].map((path) => isPlainRepository(join(folder, path)))).toEqual(
      Array(4).fill(true),
    );
    expect(isPlainRepository('/nowhere/at/all')).toBe(true);
  });

  it.each([
    '[core]\n\tfsmonitor = ./x\n',
    '[core] fsmonitor = ./x\n',
    '[CORE]\n\tfsmonitor = ./x\n',
    '[core]\n\thooksPath = x\n',
    '[filter "x"]\n\tclean = ./x\n',
    '[diff "x"]\n\ttextconv = ./x\n',
    '[diff]\n\texternal = ./x\n',
    '[include]\n\tpath = ../x\n',
    '[includeIf "gitdir:/"]\n\tpath = ../x\n',
    '[gpg]\n\tprogram = ./x\n',
    '[alias]\n\tstatus = !./x\n',
    '[remote "x"]\n\tpromisor = true\n',
    '[user]\n\tname = a\\\n[core]\n\tfsmonitor = ./x\n',
  ])('but not with the settings %j', (settings) => {
    const { folder } = makeRepository();
    appendFileSync(join(folder, '.git/config'), settings);
    expect(isPlainRepository(join(folder, 'src'))).toBe(false);
  });

  it('but not with a hook for the index, nested repositories, or in a bare repository', () => {
    const hooked = makeRepository();
    writeFileSync(join(hooked.folder, '.git/hooks/post-index-change'), '');
    const nested = makeRepository();
    nested.git('clone', '-q', nested.folder, 'inner');
    nested.git('add', 'inner');
    const bare = makeRepository();
    bare.git('init', '-q', '--bare', 'docs');
    const places = [hooked.folder, nested.folder, join(bare.folder, 'docs'), join(bare.folder, 'docs/refs')];
    expect(places.map(isPlainRepository)).toEqual([false, false, false, false]);
  });
});
