import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type GitCall, runGit } from './git.ts';
import { GIT_ENV, type HostileRepository, openHostileRepository } from './testing/hostile-repository.ts';

/** For tests that change nothing. */
let repository: HostileRepository;
beforeAll(() => {
  repository = openHostileRepository();
});
afterAll(() => repository.remove());

function ownRepository(): HostileRepository {
  const own = openHostileRepository();
  onTestFinished(() => own.remove());
  return own;
}

const call = (cwd: string, args: readonly string[], more: Partial<GitCall> = {}) =>
  runGit({ args, cwd, effect: 'inspect', env: GIT_ENV, signal: new AbortController().signal, ...more });

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const INSPECTING: readonly (readonly string[])[] = [
  ['status'],
  ['status', '-v'],
  ['status', '--porcelain=v2', '--branch', '-z'],
  ['diff'],
  ['diff', '--stat', 'HEAD'],
  ['diff', '--cached'],
  ['diff', EMPTY_TREE, 'HEAD'],
  ['diff-files', '-p'],
  ['diff-index', '-p', 'HEAD'],
  ['log', '-p', '--stat'],
  ['log', '-S', 'a.txt'],
  ['blame', 'a.txt'],
  ['blame', 'HEAD', '--', 'b.txt'],
  ['ls-files', '--modified', '--stage'],
  ['ls-files', '--stage', '--others'],
  ['cat-file', '--filters', 'HEAD:a.txt'],
  ['cat-file', 'blob', 'HEAD:b.txt'],
  ['check-ignore', 'x.log'],
  ['check-attr', 'filter', 'a.txt'],
  ['rev-parse', 'HEAD'],
  ['for-each-ref'],
  ['stash', 'list', '-p'],
  ['worktree', 'list'],
];

describe('a git that inspects', () => {
  it('runs no program of a hostile repository, its worktree or its submodule', async () => {
    for (const cwd of [repository.dir, repository.worktree, join(repository.dir, 'sub')]) {
      for (const args of INSPECTING) {
        const { exitCode, stderr } = await call(cwd, args, { variables: { GIT_LITERAL_PATHSPECS: '0' } });
        expect([args, stderr, exitCode]).toEqual([args, '', 0]);
        expect([args, repository.bait()]).toEqual([args, '']);
      }
    }
  });

  it('refuses a bare repository that a checkout contains', async () => {
    for (const args of [['status'], ['rev-parse', '--show-prefix']]) {
      expect(await call(join(repository.dir, 'docs'), args)).toMatchObject({
        exitCode: 128,
        stderr: expect.stringContaining('cannot use bare repository'),
      });
    }
    expect(repository.bait()).toBe('');
  });

  it('names the filters of the repository that it turned off, and keeps those of the user', async () => {
    const repository = ownRepository();
    const ran = join(repository.dir, '../users-filter');
    const config = join(repository.dir, '../user-config');
    writeFileSync(config, `[filter "three"]\n  clean = tee -a '${ran}'\n`);
    const env = { ...GIT_ENV, GIT_CONFIG_GLOBAL: config };
    const { stdout, unusedFilters } = await call(repository.dir, ['status', '--porcelain', '--', 'c.txt'], { env });
    expect([stdout, unusedFilters]).toEqual(['', ['one', 'two']]);
    expect(readFileSync(ran, 'utf8')).toBe('c.txt\n');
    expect((await call(repository.worktree, ['status'])).unusedFilters).toEqual(['one', 'two', 'three']);
  });

  it('refuses a filter whose name cannot be written as a setting', async () => {
    const repository = ownRepository();
    repository.git('config', 'filter.a=b.clean', 'true');
    await expect(call(repository.dir, ['status'])).rejects.toMatchObject({ code: 'GIT_FAILED' });
  });

  it('refuses subcommands that are not known to only inspect', async () => {
    for (const args of [['commit'], ['stash', 'drop'], ['worktree', 'add', 'x'], ['show'], ['constructor'], []]) {
      await expect(call(repository.dir, args)).rejects.toMatchObject({ code: 'INTERNAL' });
    }
  });

  it('takes no lock and leaves the index as it is', async () => {
    const { dir } = repository;
    const before = readFileSync(join(dir, '.git/index'));
    await call(dir, ['status']);
    expect(readFileSync(join(dir, '.git/index')).equals(before)).toBe(true);
  });

  it('is not redirected by the environment', async () => {
    const { dir, worktree } = repository;
    const env = { ...GIT_ENV, GIT_DIR: '/nonexistent', GIT_INDEX_FILE: '/nonexistent', GIT_WORK_TREE: worktree };
    expect((await call(dir, ['rev-parse', '--show-toplevel'], { env })).stdout.trim()).toBe(dir);
    const trace = join(dir, 'trace');
    await call(dir, ['diff'], { env: { ...GIT_ENV, GIT_TRACE: trace, GIT_EXTERNAL_DIFF: `touch ${trace}; true` } });
    expect(existsSync(trace)).toBe(false);
  });
});

describe('a git that changes something', () => {
  it('runs content filters but no hooks as modify, and both as execute', async () => {
    const repository = ownRepository();
    await call(repository.dir, ['add', 'a.txt'], { effect: 'modify' });
    await call(repository.dir, ['branch', 'one'], { effect: 'modify' });
    expect(repository.bait()).toMatch(/^(clean\n)+$/);
    await call(repository.dir, ['branch', 'two'], { effect: 'execute' });
    expect(repository.bait()).toContain('reference-transaction');
    // The programs that an inspecting call does not run are in place.
    repository.git('-c', 'filter.two.process=', 'status');
    expect(repository.bait()).toContain('core.fsmonitor');
  });
});

describe('any git', () => {
  it('returns its exit code, its output as bytes and text, and its errors in English', async () => {
    const { dir } = repository;
    const env = { ...GIT_ENV, LC_ALL: 'de_DE.UTF-8' };
    const failed = await call(dir, ['rev-parse', '--verify', 'nothing'], { env });
    expect([failed.exitCode, failed.stdout, failed.stderr]).toEqual([128, '', 'fatal: Needed a single revision\n']);
    const { bytes, stdout } = await call(dir, ['cat-file', 'blob', 'HEAD:b.txt']);
    expect([stdout, bytes.toString()]).toEqual(['b.txt\n', 'b.txt\n']);
    expect((await call(dir, ['hash-object', '--stdin'], { input: 'b.txt\n' })).stdout).toBe(
      (await call(dir, ['rev-parse', 'HEAD:b.txt'])).stdout,
    );
  });

  it('is stopped when it has printed enough', async () => {
    const { dir } = repository;
    writeFileSync(join(dir, 'large.txt'), 'x'.repeat(4_000_000));
    const blob = (await call(dir, ['hash-object', '-w', 'large.txt'])).stdout.trim();
    const result = await call(dir, ['cat-file', 'blob', blob], { limit: 1000 });
    expect([result.bytes.length, result.truncated, result.exitCode]).toEqual([1000, true, 0]);
  });

  it('ends at its timeout and with its caller', async () => {
    const { dir } = repository;
    const args = ['-c', 'alias.hang=!sleep 1234', 'hang'];
    await expect(call(dir, args, { effect: 'execute', timeoutMs: 100 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    const aborted = new AbortController();
    setTimeout(() => aborted.abort(), 100);
    await expect(call(dir, args, { effect: 'execute', signal: aborted.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });

  it('reports progress line by line', async () => {
    const { dir } = repository;
    const lines: string[] = [];
    const args = ['-c', `alias.talk=!printf 'one\\rtwo\\nthree' >&2`, 'talk'];
    await call(dir, args, { effect: 'execute', progress: (line) => lines.push(line) });
    expect(lines).toEqual(['one', 'two']);
  });

  it('says what is missing: git itself, or the folder', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'helve-git-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    mkdirSync(join(dir, 'folder'));
    writeFileSync(join(dir, 'file'), '');
    const code = (cwd: string, env: GitCall['env'] = GIT_ENV) =>
      call(join(dir, cwd), ['--version'], { env }).then(
        () => undefined,
        (error: { code: string }) => error.code,
      );
    expect(await code('folder')).toBeUndefined();
    expect(await code('folder', { PATH: '/nonexistent' })).toBe('PROGRAM_MISSING');
    expect(await code('gone')).toBe('NOT_FOUND');
    expect(await code('file')).toBe('NOT_DIRECTORY');
  });
});
