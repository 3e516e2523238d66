import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSandbox } from '../kit/helve.ts';

const REQUIRED = { sandbox: 'required' };

/** A repository with a commit, in which git is confined, and with hooks and filters that try to leave it. */
async function openRepository(settings: object = REQUIRED) {
  const sandbox = await openSandbox({ 'a.txt': 'a\n' }, settings);
  const git = (...args: string[]) => sandbox.run('git', args);
  await git('config', '--global', 'user.name', 'A');
  await git('config', '--global', 'user.email', 'a@b.c');
  await git('config', '--global', 'protocol.file.allow', 'always');
  await git('init', '-qb', 'main');
  await git('add', '-A');
  await git('commit', '-qm', 'first');
  const call = async (...args: string[]) => {
    const { stdout, stderr } = await sandbox.helve(['git', ...args]);
    try {
      return JSON.parse(stdout);
    } catch {
      throw new Error(stdout + stderr);
    }
  };
  const data = async (...args: string[]) => {
    const answer = await call(...args);
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    return answer.data;
  };
  const bait = join(sandbox.dir, '../PWN');
  const hook = async (name: string, script: string) => {
    const file = join(sandbox.dir, '.git/hooks', name);
    await mkdir(join(sandbox.dir, '.git/hooks'), { recursive: true });
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
  };
  return { ...sandbox, git, call, data, hook, bait };
}

describe('git of helve is confined', () => {
  it('hooks of a commit run in the sandbox: they write the project and nothing else, and read no token', async () => {
    const { data, hook, bait, dir, env } = await openRepository();
    await writeFile(join(env.HELVE_HOME ?? '', 'token'), 'BAIT-SECRET');
    await hook(
      'pre-commit',
      `touch ${bait}; echo x > .git/config; cat "${env.HELVE_HOME}/token" > seen; echo "$API_KEY" >> seen; exit 0`,
    );
    await writeFile(join(dir, 'a.txt'), 'b\n');
    expect(await data('commit', '--all', '--message', 'second')).toMatchObject({ summary: 'second' });
    expect(existsSync(bait)).toBe(false);
    expect(readFileSync(join(dir, 'seen'), 'utf8').trim()).toBe('');
    expect(readFileSync(join(dir, '.git/config'), 'utf8')).toContain('[core]');
  });

  it('filters that git add runs are confined', async () => {
    const { data, git, bait, dir } = await openRepository();
    await git('config', 'filter.evil.clean', `touch ${bait}; touch ran; cat`);
    await writeFile(join(dir, '.gitattributes'), '*.txt filter=evil\n');
    await writeFile(join(dir, 'a.txt'), 'b\n');
    await data('add');
    expect(existsSync(join(dir, 'ran'))).toBe(true);
    expect(existsSync(bait)).toBe(false);
  });

  it('without a sandbox the same hook writes outside: the bait works', async () => {
    const { data, hook, bait } = await openRepository({ sandbox: 'off' });
    await hook('pre-commit', `touch ${bait}`);
    await data('commit', '--allow-empty', '--message', 'second');
    expect(existsSync(bait)).toBe(true);
  });

  it('init, branches, remotes, tags and stashes work', async () => {
    const { data, dir, git } = await openRepository();
    expect(await data('init', '--path', 'sub')).toMatchObject({ created: true });
    expect(await data('init')).toMatchObject({ created: false });
    expect(await data('remote', '--action', 'add', '--remote', 'up', '--url', '/nowhere')).toMatchObject({
      done: 'added up',
    });
    expect(await data('remote', '--action', 'remove', '--remote', 'up')).toMatchObject({ remotes: [] });
    await data('branch', '--branch', 'x');
    await data('branch', '--branch', 'x', '--to', 'y');
    await data('branch', '--branch', 'y', '--delete');
    await data('tag', '--tag', 'v1', '--message', 'one');
    await writeFile(join(dir, 'a.txt'), 'b\n');
    await data('stash', '--message', 'half');
    await data('stash', '--action', 'pop');
    await data('restore', '--paths', '["a.txt"]');
    expect((await git('status', '--short')).stdout).toBe('?? sub/\n');
  });

  it('merge, and pull with rebase, work', async () => {
    const { data, dir, git } = await openRepository();
    await git('clone', '-q', '.', 'up');
    await data('remote', '--action', 'add', '--remote', 'origin', '--url', 'up');
    await git('-C', 'up', 'commit', '-q', '--allow-empty', '-m', 'theirs');
    await data('commit', '--allow-empty', '--message', 'ours');
    expect(await data('pull', '--rebase', '--remote', 'origin', '--branch', 'main')).toMatchObject({ updated: true });
    await data('checkout', '--branch', 'topic', '--create');
    await writeFile(join(dir, 'b.txt'), 'b\n');
    await data('add', '--paths', '["b.txt"]');
    await data('commit', '--message', 'topic');
    await data('checkout', '--branch', 'main');
    expect(await data('merge', '--branch', 'topic')).toMatchObject({ updated: true, files: 1 });
  });

  it('clone, fetch, push with an upstream, and checkout of a remote branch work', async () => {
    const { data, git } = await openRepository();
    await git('branch', 'other');
    await git('clone', '-q', '--bare', '.', 'up.git');
    await git('branch', '-D', 'other');
    expect(await data('clone', '--url', 'up.git', '--path', 'in/copy')).toMatchObject({ branch: 'main' });
    expect(await data('clone', '--url', 'up.git', '--path', '../beside/copy')).toMatchObject({ branch: 'main' });
    await data('remote', '--action', 'add', '--remote', 'origin', '--url', 'up.git');
    await data('fetch', '--remote', 'origin');
    await data('checkout', '--branch', 'other');
    expect((await git('config', 'branch.other.remote')).stdout).toBe('origin\n');
    await data('checkout', '--branch', 'main');
    await data('commit', '--allow-empty', '--message', 'more');
    expect(await data('push', '--remote', 'origin', '--branch', 'main', '--set-upstream')).toMatchObject({
      refs: [{ result: 'updated' }],
    });
    expect((await git('config', 'branch.main.remote')).stdout).toBe('origin\n');
  });

  it('a clone that fails leaves no folder', async () => {
    const { call, dir } = await openRepository();
    expect(await call('clone', '--url', 'nowhere', '--path', '../beside/copy')).toMatchObject({ ok: false });
    expect(existsSync(join(dir, '../beside'))).toBe(false);
  });

  it('worktrees outside the project are made, used and removed', async () => {
    const { data, git, dir, helve } = await openRepository();
    await data('worktree', '--action', 'add', '--path', '../tree', '--branch', 'topic', '--create');
    await writeFile(join(dir, '../tree/b.txt'), 'b\n');
    const inTree = async (...args: string[]) =>
      JSON.parse((await helve(['git', ...args, '--cwd', join(dir, '../tree')])).stdout);
    expect(await inTree('add')).toMatchObject({ ok: true });
    expect(await inTree('commit', '--message', 'b')).toMatchObject({ ok: true, data: { branch: 'topic' } });
    expect(await inTree('remote', '--action', 'add', '--remote', 'up', '--url', '/x')).toMatchObject({ ok: true });
    expect((await git('log', '-1', '--format=%s', 'topic')).stdout).toBe('b\n');
    await data('worktree', '--action', 'remove', '--path', '../tree');
    expect(existsSync(join(dir, '../tree'))).toBe(false);
  });

  it('a commit in a submodule works', async () => {
    const { git, dir, helve } = await openRepository();
    await git('clone', '-q', '.', '../up');
    await git('submodule', '--quiet', 'add', '../up', 'module');
    await writeFile(join(dir, 'module/b.txt'), 'b\n');
    const inModule = async (...args: string[]) =>
      JSON.parse((await helve(['git', ...args, '--cwd', join(dir, 'module')])).stdout);
    expect(await inModule('add')).toMatchObject({ ok: true });
    expect(await inModule('commit', '--message', 'b')).toMatchObject({ ok: true, data: { summary: 'b' } });
  });

  it('a commit that gpg cannot sign in the sandbox says so, with what to do', async () => {
    const { call, git } = await openRepository();
    await git('config', 'commit.gpgSign', 'true');
    expect(await call('commit', '--allow-empty', '--message', 'signed')).toMatchObject({
      ok: false,
      error: {
        hint: expect.stringMatching(/The sandbox blocked it: .*agent.*commit\.gpgSign false/),
        details: { sandbox: { needs: [{ kind: 'outside' }] } },
      },
    });
  });
});
