import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Confinement } from '@helve/command';
import { describe, expect, it, onTestFinished } from 'vitest';
import { confineProgram } from './confine.ts';
import { type DriverName, findDriver } from './driver.ts';
import { seatbeltProfile } from './seatbelt.ts';

/** A project with these files, and a folder beside it that programs must leave alone. */
async function makeProject(files: Readonly<Record<string, string>> = {}) {
  const base = await realpath(await mkdtemp(join(tmpdir(), "helve-confine a'b-")));
  onTestFinished(() => rm(base, { recursive: true }));
  const [project, outside] = [join(base, 'pro ject'), join(base, 'outside')];
  await Promise.all([mkdir(project), mkdir(outside)]);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), content);
  }
  return { project, outside };
}

/** Runs a shell script in the project, confined to it. */
async function run(name: DriverName, project: string, script: string, more: Partial<Confinement> = {}, cwd = project) {
  const confinement: Confinement = {
    project,
    writable: [project],
    readOnly: [],
    guarded: [],
    hidden: [],
    shown: [],
    keepTemp: false,
    ...more,
  };
  const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };
  const start = { program: '/bin/sh', args: ['-c', script], cwd, env };
  const confined = await confineProgram(start, confinement, 'closed', [name]);
  const child = spawn(confined.program, confined.args, { cwd, env: confined.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => (stdout += text));
  child.stderr.on('data', (text) => (stderr += text));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  confined.release();
  return { status, stdout, stderr };
}

describe.each<DriverName>(['bubblewrap', 'namespaces'])('a program confined with %s', (name) => {
  it('writes in the project and nowhere else', async () => {
    const { project, outside } = await makeProject();
    await writeFile(join(outside, 'old'), 'old');
    const script = `echo in > new && echo inside
      echo out > ../outside/new || echo not outside
      echo out > /etc/helve-bait || echo not in /etc
      echo x > /dev/null && echo discarded
      echo x > /tmp/x && cat /tmp/x`;
    const { stdout } = await run(name, project, script);
    expect(stdout.split('\n')).toEqual(['inside', 'not outside', 'not in /etc', 'discarded', 'x', '']);
    expect([await readdir(project), await readdir(outside)]).toEqual([['new'], ['old']]);
  });

  it('writes nothing without a writable folder', async () => {
    const { project } = await makeProject({ old: 'old' });
    await run(name, project, 'echo x > new; echo x > old; rm old', { writable: [] });
    expect([await readdir(project), await readFile(join(project, 'old'), 'utf8')]).toEqual([['old'], 'old']);
  });

  it('does not see hidden files, wherever a pattern finds them', async () => {
    const { project } = await makeProject({
      '.env': 'SECRET',
      'a/b/.env': 'SECRET',
      'keys/k': 'SECRET',
      'a/x': 'shown',
    });
    await symlink(join(project, 'keys'), join(project, 'link'));
    const hidden = [`${project}/**/.env`, `${project}/keys/**`];
    const { stdout } = await run(name, project, 'cat .env a/b/.env keys/k link/k a/x; ls keys', { hidden });
    expect(stdout).toBe('shown');
  });

  it('cannot change read-only files, replace them or move the folders around them', async () => {
    const { project } = await makeProject({ 'a/b/kept': 'kept', '.git/config': 'kept', '.git/HEAD': 'x' });
    const script =
      'echo x > a/b/kept; rm a/b/kept; mv a c; mv a/b c; echo x > .git/config; mv .git g; echo x > .git/new';
    await run(name, project, script, { readOnly: [`${project}/a/b/kept`], guarded: [`${project}/.git/config`] });
    expect(await readFile(join(project, 'a/b/kept'), 'utf8')).toBe('kept');
    expect(await readFile(join(project, '.git/config'), 'utf8')).toBe('kept');
    expect((await readdir(join(project, '.git'))).sort()).toEqual(['HEAD', 'config', 'new']);
  });

  it('cannot create guarded paths, and no placeholder is left', async () => {
    const { project } = await makeProject();
    const guarded = ['.claude', '.mcp.json', '.vscode/tasks.json'].map((path) => join(project, path));
    const script =
      'mkdir -p .claude .vscode; echo x > .claude/settings.json; echo x > .mcp.json; rmdir .mcp.json; echo x > .vscode/tasks.json; mv .vscode v';
    await run(name, project, script, { guarded });
    expect(await readdir(project)).toEqual([]);
  });

  it('works where the writable folder is a link', async () => {
    const { project, outside } = await makeProject();
    const link = join(dirname(project), 'link');
    await symlink(project, link);
    await run(name, link, 'echo x > new; echo x > ../outside/x', {}, project);
    expect([await readdir(project), await readdir(outside)]).toEqual([['new'], []]);
  });

  it('cannot undo it', async () => {
    const { project, outside } = await makeProject({ '.env': 'SECRET' });
    const script = `mount -o remount,rw / ; mount -o remount,bind,rw / ; umount .env; umount -l .env
      unshare --map-root-user --mount sh -c 'mount -o remount,bind,rw / ; umount -l .env; cat .env; echo x > ../outside/a'
      cat .env; chmod 644 .env; cat .env; echo x > ../outside/b; echo x > /proc/sys/kernel/domainname`;
    const { stdout } = await run(name, project, script, { hidden: [`${project}/**/.env`] });
    expect([stdout, await readdir(outside)]).toEqual(['', []]);
  });

  it('keeps its exit code, arguments and output', async () => {
    const { project } = await makeProject();
    const script = `printf '%s|' 'a b' "c'd" '$e' ''; echo no >&2; exit 7`;
    expect(await run(name, project, script)).toEqual({ status: 7, stdout: "a b|c'd|$e||", stderr: 'no\n' });
  });

  it('has processes, a loopback and terminals of its own', async () => {
    const { project } = await makeProject();
    const script = `ls /proc | grep -c '^[0-9]'; kill -9 ${process.pid} 2>/dev/null || echo unharmed; grep -c : /proc/net/dev`;
    const { stdout } = await run(name, project, script);
    const [processes, unharmed, interfaces] = stdout.split('\n');
    expect([Number(processes) < 8, unharmed, interfaces]).toEqual([true, 'unharmed', '1']);
  });

  it('does not start in a hidden folder', async () => {
    const { project } = await makeProject({ 'keys/k': 'SECRET' });
    const start = run(name, project, 'ls', { hidden: [`${project}/keys/**`] }, join(project, 'keys'));
    await expect(start).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });
});

describe('many rules', () => {
  it('10,000 deny rules hold', async () => {
    const { project } = await makeProject({ 'sub/name-7': 'SECRET', 'sub/other': 'shown', literal: 'SECRET' });
    const globs = Array.from({ length: 5000 }, (_, index) => `${project}/**/name-${index}`);
    const literals = Array.from({ length: 5000 }, (_, index) => `${project}/missing-${index}`);
    const hidden = [...globs, ...literals, `${project}/literal`];
    const { stdout } = await run('bubblewrap', project, 'cat sub/* literal', { hidden });
    expect(stdout).toBe('shown');
  });

  it('hide the folder of many hidden files', async () => {
    const files = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`keys/${index}.pem`, 'SECRET']));
    const { project } = await makeProject({ ...files, 'a.pem': 'SECRET' });
    const { stdout } = await run('bubblewrap', project, 'cat *.pem keys/*', { hidden: [`${project}/**/*.pem`] });
    expect(stdout).toBe('');
  });

  it('stop the sandbox where hidden files are in too many places', async () => {
    const files = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`${index}/.env`, 'SECRET']));
    const { project } = await makeProject(files);
    const start = run('bubblewrap', project, 'true', { hidden: [`${project}/**/.env`] });
    await expect(start).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/5\d\d files must be hidden/),
    });
  });
});

describe('where there is no sandbox', () => {
  it('the cause is named for each way, and what to do', async () => {
    const { project } = await makeProject();
    expect(await findDriver(['bubblewrap', 'namespaces'], [project])).toEqual({
      causes: [
        'bubblewrap: bwrap is not installed',
        'namespaces: unshare, mount or setpriv (util-linux) is not installed',
      ],
      remedy: expect.stringContaining('apt install bubblewrap'),
    });
  });

  it.each([
    ['bwrap: Unknown option --unshare-user', /too old/, /0\.6 or newer/],
    ['bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted', /AppArmor/, /AppArmor profile/],
    ['bwrap: setting up uid map: Permission denied', /AppArmor/, /AppArmor profile/],
    ['bwrap: No permissions to create a new namespace', /user namespaces cannot be made/, /sysctl/],
  ])('%s is explained', async (said, cause, remedy) => {
    const { project } = await makeProject();
    await writeFile(join(project, 'bwrap'), `#!/bin/sh\necho '${said}' >&2; exit 1\n`, { mode: 0o755 });
    expect(await findDriver(['bubblewrap'], [project])).toEqual({
      causes: [expect.stringMatching(cause)],
      remedy: expect.stringMatching(remedy),
    });
  });
});

it('the profile for macOS denies writing, then allows the folders and denies what is in them', () => {
  const profile = seatbeltProfile({
    network: 'closed',
    steps: [
      { kind: 'writable', path: '/a "b"', source: '/a "b"' },
      { kind: 'emptyFile', path: '/a "b"/.env' },
      { kind: 'readOnly', path: '/a "b"/.git/config', source: '/a "b"/.git/config' },
    ],
  });
  expect(profile.split('\n').slice(8)).toEqual([
    '(deny file-write*)',
    '(allow file-write* (regex #"^/dev/(null|zero|tty.*|fd/.*|std(out|err)|ptmx)$"))',
    '(allow file-write* (subpath "/a \\"b\\""))',
    '(deny file-read* file-write* (subpath "/a \\"b\\"/.env"))',
    '(deny file-write* (subpath "/a \\"b\\"/.git/config"))',
    '(deny network*)',
    '(allow network* (local ip "localhost:*") (remote ip "localhost:*"))',
    '(deny network* (remote unix-socket))',
    '(allow network* (remote unix-socket (subpath "/a \\"b\\"")) (local unix-socket (subpath "/a \\"b\\"")))',
  ]);
});
