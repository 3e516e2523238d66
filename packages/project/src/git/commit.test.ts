import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { GIT_ENV } from '@helve/processes/testing';
import { openGitProject, type RepositoryProject, withOrigin } from '../testing/repository.ts';

async function addHook(project: RepositoryProject, name: string, script: string): Promise<void> {
  const hook = join(project.dir, '.git/hooks', name);
  await writeFile(hook, `#!/bin/sh\n${script}\n`);
  await chmod(hook, 0o755);
}

it('replaces the last commit when it amends', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  await writeFile(join(project.dir, 'b.txt'), '1\n');
  project.git('add', 'b.txt');
  expect(await project.data('git commit', { message: 'better', amend: true })).toMatchObject({
    summary: 'better',
    files: 2,
  });
  expect(project.git('log', '--format=%s')).toBe('better\n');
});

it('commits only the named paths, and leaves what else is staged', async () => {
  const project = await openGitProject({ 'a b.txt': '1\n', 'c.txt': '1\n' });
  await writeFile(join(project.dir, 'a b.txt'), '2\n');
  await writeFile(join(project.dir, 'c.txt'), '2\n');
  project.git('add', 'c.txt');
  expect(await project.data('git commit', { message: 'one', paths: ['a b.txt'] })).toMatchObject({ files: 1 });
  expect(project.git('status', '--short')).toBe('M  c.txt\n');
});

it('names another author, and signs off as the committer', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  await project.run('git commit', {
    message: '# theirs',
    allowEmpty: true,
    author: 'Bob <bob@example.com>',
    signoff: true,
  });
  expect(project.git('log', '-1', '--format=%an <%ae>%n%B').trim()).toBe(
    'Bob <bob@example.com>\n# theirs\n\nSigned-off-by: Ada <ada@example.com>',
  );
  expect(await project.error('git commit', { message: 'x', allowEmpty: true, author: 'nobody' })).toMatchObject({
    code: 'GIT_FAILED',
  });
});

it('refuses what cannot be meant', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  for (const [input, code] of [
    [{ message: ' \n' }, 'INVALID_INPUT'],
    [{ message: 'x', all: true, paths: ['a.txt'] }, 'INVALID_INPUT'],
    [{ message: 'x', paths: ['gone.txt'] }, 'NOT_FOUND'],
    [{ message: 'x' }, 'NOTHING_TO_DO'],
  ] as const) {
    expect(await project.error('git commit', input)).toMatchObject({ code });
  }
  expect(project.git('log', '--format=%s')).toBe('first\n');
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

it('shows a commit, a push, a fetch and branches', async () => {
  const project = await openGitProject({ 'a.txt': '1\n' });
  const { origin, other } = withOrigin(project);
  await writeFile(join(project.dir, 'a.txt'), '2\n');
  const before = project.git('rev-parse', 'HEAD').slice(0, 8);
  const commit = await project.views('git commit', { message: 'second', all: true });
  const after = project.git('rev-parse', 'HEAD').slice(0, 8);
  expect(commit).toEqual({
    model: `[main ${after}] second\n1 file, +1 -1`,
    person: `[main ${after}] second\n 1 file changed, 1 insertion(+), 1 deletion(-)`,
    brief: `${after} second`,
  });
  expect(await project.views('git branch')).toEqual({
    model: `* main ${after} [origin/main: ahead 1] second`,
    person: `* main ${after} [origin/main: ahead 1] second`,
    brief: '1 branch',
  });
  const push = await project.views('git push');
  expect(push.person).toMatch(/^To .*\n {3}[0-9a-f]+\.\.[0-9a-f]+ {2}main -> main$/);
  expect(push.brief).toBe(`1 ref to ${origin}`);
  expect((await project.views('git push')).person).toBe('Everything up-to-date');
  const clone = await openGitProject({}, { cwd: other });
  expect((await clone.views('git fetch')).person).toBe(`   ${before}..${after} origin/main`);
  expect(await clone.views('git pull')).toEqual({
    model: '1 new commit on main: 1 file, +1 -1',
    person: `Updated main ${before}..${after} (1 commit)\n 1 file changed, 1 insertion(+), 1 deletion(-)`,
    brief: '1 new commit on main: 1 file, +1 -1',
  });
});
