import { createHash } from 'node:crypto';
import { cp, lstat, readdir, readFile, readlink, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BINARY, type Finished, openSandbox, type Sandbox } from './kit/helve.ts';

/** Every file below a folder with what is in it, to see that nothing changed. */
async function snapshot(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true });
  const described = entries.map(async (name) => {
    const path = join(folder, name);
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) return `${name} -> ${await readlink(path)}`;
    if (!stats.isFile() || stats.size > 1_000_000) return `${name} ${stats.mode} ${stats.size}`;
    return `${name} ${stats.mode} ${createHash('md5')
      .update(await readFile(path))
      .digest('hex')}`;
  });
  // What git keeps for itself is not what the user has.
  return (await Promise.all(described))
    .filter((line) => !/^\.git\/(?:index|logs|objects|ORIG_HEAD|FETCH_HEAD)/.test(line))
    .sort();
}

interface Case {
  readonly args: readonly string[];
  readonly code: string;
  readonly exit?: number;
  readonly settings?: object;
  readonly prepare?: (sandbox: Sandbox) => Promise<unknown>;
  /** Run as a user who owns nothing here. */
  readonly asNobody?: boolean;
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

const FILES = { 'a.txt': 'alpha\n', 'folder/b.txt': 'beta\n' };

const CASES: Readonly<Record<string, Case>> = {
  'a missing file': { args: ['fs', 'read', '--path', 'gone.txt'], code: 'NOT_FOUND' },
  'a missing file to edit': {
    args: ['fs', 'edit', '--path', 'gone', '--old-text', 'a', '--new-text', 'b'],
    code: 'NOT_FOUND',
  },
  'a folder for a file': { args: ['fs', 'read', '--path', 'folder'], code: 'IS_DIRECTORY' },
  'a folder to write to': { args: ['fs', 'write', '--path', 'folder', '--content', 'x'], code: 'IS_DIRECTORY' },
  'a file where a folder is needed': {
    args: ['fs', 'write', '--path', 'a.txt/x', '--content', 'x'],
    code: 'NOT_DIRECTORY',
  },
  'a file that may not be read': {
    args: ['fs', 'read', '--path', 'secret.txt'],
    code: 'ACCESS_DENIED',
    prepare: ({ dir }) => writeFile(join(dir, 'secret.txt'), 'x', { mode: 0o600 }),
    asNobody: true,
  },
  'a folder that may not be written': {
    args: ['fs', 'write', '--path', 'new.txt', '--content', 'x'],
    code: 'ACCESS_DENIED',
    asNobody: true,
  },
  'a file of 5 GB': {
    args: ['fs', 'read', '--path', 'huge.bin'],
    code: 'TOO_LARGE',
    prepare: async ({ dir }) => {
      await writeFile(join(dir, 'huge.bin'), '');
      await truncate(join(dir, 'huge.bin'), 5 * 1024 ** 3);
    },
  },
  'a path outside the roots': {
    args: ['fs', 'write', '--path', '../x', '--content', 'x'],
    code: 'OUTSIDE_ROOTS',
    settings: { permissions: { roots: ['.'] } },
  },
  'a broken link': {
    args: ['fs', 'read', '--path', 'broken'],
    code: 'BROKEN_LINK',
    prepare: ({ dir }) => symlink('nowhere', join(dir, 'broken')),
  },
  'a circle of links': {
    args: ['fs', 'read', '--path', 'round'],
    code: 'BROKEN_LINK',
    prepare: ({ dir }) => symlink('round', join(dir, 'round')),
  },
  'invalid UTF-8': {
    args: ['fs', 'read', '--path', 'latin'],
    code: 'INVALID_ENCODING',
    prepare: ({ dir }) => writeFile(join(dir, 'latin'), Buffer.from('caf\xe9', 'latin1')),
  },
  'an edit of invalid UTF-8': {
    args: ['fs', 'edit', '--path', 'latin', '--old-text', 'caf', '--new-text', 'x'],
    code: 'INVALID_ENCODING',
    prepare: ({ dir }) => writeFile(join(dir, 'latin'), Buffer.from('caf\xe9', 'latin1')),
  },
  'a NUL byte in a file': {
    args: ['fs', 'read', '--path', 'bin'],
    code: 'BINARY',
    prepare: ({ dir }) => writeFile(join(dir, 'bin'), 'a\0b'),
  },
  'a patch that does not fit': {
    args: ['fs', 'patch', '--patch', '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-omega\n+beta\n'],
    code: 'NO_MATCH',
  },
  'a stale edit': {
    args: ['fs', 'edit', '--path', 'a.txt', '--old-text', 'alpha', '--new-text', 'x', '--expect-hash', '0'.repeat(64)],
    code: 'STALE',
  },
  'git outside a repository': { args: ['git', 'status'], code: 'NOT_A_REPOSITORY' },
  'a merge conflict': {
    args: ['git', 'merge', '--branch', 'other'],
    code: 'CONFLICT',
    prepare: ({ run }) =>
      run('bash', [
        '-ec',
        `git init -q -b main . && git add . && git commit -qm 1 && git checkout -qb other && echo 1 > a.txt && git commit -qam 2
         git checkout -q main && echo 2 > a.txt && git commit -qam 3`,
      ]),
  },
};

/** With a copy of the program: the folders above it may be closed to others. */
async function runAsNobody({ dir, run }: Sandbox, args: readonly string[]): Promise<Finished> {
  const copy = join(dir, '../program');
  for (const part of ['helve.cjs', 'chunks']) {
    await cp(join(dirname(BINARY), part), join(copy, part), { recursive: true });
  }
  const program = [process.execPath, join(copy, 'helve.cjs')];
  return run('setpriv', ['--reuid', '65534', '--regid', '65534', '--clear-groups', ...program, ...args]);
}

describe('bad input is a clear error, and nothing changes', () => {
  it.each(Object.entries(CASES))('%s', async (_, { args, code, exit = 1, settings, prepare, asNobody }) => {
    const sandbox = await openSandbox(FILES, settings);
    Object.assign(sandbox.env, IDENTITY);
    await prepare?.(sandbox);
    if (asNobody) await sandbox.run('chmod', ['755', join(sandbox.dir, '..'), sandbox.dir]);
    const before = await snapshot(sandbox.dir);
    const finished = asNobody ? await runAsNobody(sandbox, args) : await sandbox.helve(args);
    const { ok, error } = JSON.parse(finished.stdout);
    expect({ exit: finished.code, ok, code: error.code }).toEqual({ exit, ok: false, code });
    expect(error.message).toMatch(/\S/);
    expect(error.hint).toMatch(/\S/);
    expect(await snapshot(sandbox.dir)).toEqual(before);
  });

  it('a NUL byte in a path, which only a line can hold', async () => {
    const { helve } = await openSandbox(FILES);
    const { code, stdout } = await helve(['batch'], String.raw`fs read --path $'a\x00b'` + '\n');
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 2,
      error: { code: 'INVALID_INPUT', message: '--path may not contain a NUL byte' },
    });
  });
});

it('an answer that cannot be written is told on stderr', async () => {
  const { run } = await openSandbox();
  expect(await run('bash', ['-c', 'helve fs list > /dev/full'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: The answer could not be written: ENOSPC: no space left on device, write\n',
  });
});
