import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { GIT_ENV, openGitProject, type RepositoryProject, withOrigin } from '../testing/repository.ts';

async function addHook(project: RepositoryProject, name: string, script: string): Promise<void> {
  const hook = join(project.dir, '.git/hooks', name);
  await writeFile(hook, `#!/bin/sh\n${script}\n`);
  await chmod(hook, 0o755);
}

/** Gives both sides their own version of a.txt. */
async function diverge(project: RepositoryProject, other: string): Promise<void> {
  await writeFile(join(other, 'a.txt'), 'theirs\n');
  project.git('-C', other, 'commit', '-q', '-a', '-m', 'theirs');
  project.git('-C', other, 'push', '-q');
  await writeFile(join(project.dir, 'a.txt'), 'ours\n');
  project.git('commit', '-q', '-a', '-m', 'ours');
}

it('makes a repository, stages everything and commits it', async () => {
  const project = await openGitProject();
  expect(await project.data('git init', { path: 'new', branch: 'trunk' })).toEqual({
    path: 'new',
    branch: 'trunk',
    created: true,
  });
  await writeFile(join(project.dir, 'a.txt'), '1\n2\n');
  expect(await project.data('git add', { paths: ['a.txt'] })).toEqual({ staged: [{ path: 'a.txt', change: 'added' }] });
  expect(await project.data('git commit', { message: '-m starts with a dash' })).toEqual({
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    branch: 'main',
    summary: '-m starts with a dash',
    files: 1,
    insertions: 2,
    deletions: 0,
  });
  expect(await project.error('git commit', { message: 'again', all: true })).toMatchObject({ code: 'NOTHING_TO_DO' });
});

it('stages nothing when one of the paths is ignored', async () => {
  const project = await openGitProject({ '.gitignore': 'dist\n' });
  await writeFile(join(project.dir, 'dist'), '');
  await writeFile(join(project.dir, 'a.txt'), '');
  expect(await project.error('git add', { paths: ['a.txt', 'dist'] })).toMatchObject({ code: 'NOTHING_TO_DO' });
  expect(project.git('status', '--short')).toBe('?? a.txt\n');
});

it('says how to give a name when git does not know the user', async () => {
  const { PATH, HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_NOSYSTEM } = GIT_ENV;
  const env = { PATH, HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_NOSYSTEM };
  const project = await openGitProject({ 'a.txt': '1\n' }, { env });
  project.git('config', 'user.useConfigOnly', 'true');
  expect(await project.error('git commit', { message: 'x', allowEmpty: true })).toMatchObject({
    code: 'GIT_FAILED',
    hint: expect.stringContaining('git config --global user.email'),
  });
});

it('gives the output of a hook that refuses a commit', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  await addHook(project, 'pre-commit', 'echo lint: a.txt is ugly; exit 1');
  expect(await project.error('git commit', { message: 'x', allowEmpty: true })).toMatchObject({
    code: 'GIT_FAILED',
    message: 'lint: a.txt is ugly',
    details: { exitCode: 1, stderr: 'lint: a.txt is ugly\n' },
  });
});

it('leaves no process behind when it is cancelled while a hook hangs', async () => {
  const controller = new AbortController();
  const project = await openGitProject({ 'a.txt': '1\n' }, { signal: controller.signal });
  const pidFile = project.beside('pid');
  await addHook(
    project,
    'pre-commit',
    `trap '' TERM; echo $$ > '${pidFile}.new'; mv '${pidFile}.new' '${pidFile}'; while :; do sleep 1; done`,
  );
  const failed = project.error('git commit', { message: 'x', allowEmpty: true });
  await vi.waitFor(() => expect(existsSync(pidFile)).toBe(true), { timeout: 30_000 });
  controller.abort();
  expect(await failed).toMatchObject({ code: 'CANCELLED' });
  const pid = Number(await readFile(pidFile, 'utf8'));
  await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), { timeout: 30_000 });
  await vi.waitFor(() => expect(existsSync(join(project.dir, '.git/index.lock'))).toBe(false), { timeout: 30_000 });
});

it('changes nothing when a switch would overwrite changes', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  project.git('checkout', '-q', '-b', 'other');
  await writeFile(join(project.dir, 'a.txt'), '2\n');
  project.git('commit', '-q', '-a', '-m', 'two');
  await writeFile(join(project.dir, 'a.txt'), 'mine\n');
  expect(await project.error('git checkout', { branch: 'main' })).toMatchObject({
    code: 'CONFLICT',
    details: { files: ['a.txt'] },
  });
  expect(await readFile(join(project.dir, 'a.txt'), 'utf8')).toBe('mine\n');
});

it('puts everything back when a pull conflicts, unless the conflicts are to be kept', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const { other } = withOrigin(project);
  await diverge(project, other);
  for (const rebase of [false, true]) {
    expect(await project.error('git pull', { rebase })).toMatchObject({
      code: 'CONFLICT',
      details: { files: ['a.txt'], operation: rebase ? 'rebase' : 'merge' },
    });
    expect(project.git('status', '--short', '--branch')).toBe('## main...origin/main [ahead 1, behind 1]\n');
  }
  expect(await project.error('git pull', { keepConflicts: true })).toMatchObject({ code: 'CONFLICT' });
  expect(await project.data('git status')).toMatchObject({ conflicted: ['a.txt'], operation: 'merge' });
});

it('has a push refused that would lose commits, and pushes after a pull', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const { other } = withOrigin(project);
  project.git('-C', other, 'commit', '-q', '--allow-empty', '-m', 'theirs');
  project.git('-C', other, 'push', '-q');
  project.git('commit', '-q', '--allow-empty', '-m', 'ours');
  expect(await project.error('git push')).toMatchObject({
    code: 'REJECTED',
    hint: expect.stringContaining('helve git pull'),
  });
  expect(await project.data('git pull')).toMatchObject({ updated: true, commits: 2 });
  expect(await project.data('git push')).toMatchObject({ refs: [{ to: 'refs/heads/main', result: 'updated' }] });
});

it('clones into a folder named after the repository, and not into one that is in use', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  withOrigin(project);
  expect(await project.data('git clone', { url: '../origin.git' })).toMatchObject({ path: 'origin', branch: 'main' });
  expect(await project.error('git clone', { url: '../origin.git' })).toMatchObject({ code: 'ALREADY_EXISTS' });
});

it('leaves no folder when a clone fails', async () => {
  const project = await openGitProject();
  expect(await project.error('git clone', { url: '../gone.git', path: 'x/y/z' })).toMatchObject({ code: 'NOT_FOUND' });
  expect(existsSync(join(project.dir, 'x'))).toBe(false);
});

it('refuses urls and names that would run a program', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  for (const [command, input] of [
    ['git clone', { url: 'ext::sh -c "touch pwned"' }],
    ['git clone', { url: '--upload-pack=touch pwned', path: 'x' }],
    ['git clone', { url: '.', path: 'x', branch: '--upload-pack=touch pwned' }],
    ['git fetch', { remote: '--upload-pack=touch pwned' }],
    ['git pull', { remote: 'ext::sh -c touch% pwned' }],
    ['git push', { remote: '.', branch: '--receive-pack=touch pwned' }],
    ['git push', { remote: '.', branch: '+main' }],
    ['git push', { remote: '.', branch: ':main' }],
  ] as const) {
    expect(await project.error(command, input)).toMatchObject({ code: 'INVALID_INPUT' });
  }
  project.git('remote', 'add', 'evil', 'ext::touch pwned');
  expect(await project.error('git fetch', { remote: 'evil' })).toMatchObject({ code: 'GIT_FAILED' });
  expect(existsSync(join(project.dir, 'pwned'))).toBe(false);
});

it('says at once that a remote wants credentials', async () => {
  const server = createServer((_, response) => {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const project = await openGitProject();
  expect(await project.error('git clone', { url: `http://127.0.0.1:${port}/x.git` })).toMatchObject({
    code: 'AUTH_REQUIRED',
  });
  expect(existsSync(join(project.dir, 'x'))).toBe(false);
});

it('creates, renames and deletes branches', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  expect(await project.data('git branch', { branch: 'one' })).toMatchObject({ done: 'created one' });
  expect(await project.error('git branch', { branch: 'one' })).toMatchObject({ code: 'ALREADY_EXISTS' });
  expect(await project.data('git branch', { branch: 'one', to: 'two' })).toMatchObject({ done: 'renamed one to two' });
  expect(await project.data('git branch', { branch: 'two', delete: true })).toMatchObject({
    done: 'deleted two',
    branches: [{ name: 'main', current: true }],
  });
});
