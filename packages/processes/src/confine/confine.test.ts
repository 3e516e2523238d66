import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Confinement } from '@helve/command';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ConfinedProgram, confineProgram } from './confine.ts';
import { type DriverName, findDriver } from './driver.ts';
import { seatbeltProfile } from './seatbelt.ts';

/** A project with these files, and a folder beside it that programs must leave alone. */
async function makeProject(files: Readonly<Record<string, string>> = {}, among = tmpdir()) {
  const base = await realpath(await mkdtemp(join(among, "helve-confine a'b-")));
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
  const confinement = confinementOf(project, more);
  const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };
  const start = { program: '/bin/sh', args: ['-c', script], cwd, env };
  return runConfined(await confineProgram(start, confinement, [name]));
}

async function runConfined(confined: ConfinedProgram) {
  const { program, args, cwd, env } = confined;
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => (stdout += text));
  child.stderr.on('data', (text) => (stderr += text));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  confined.release();
  return { status, stdout, stderr };
}

/** How often a race is tried: without the check of mounts, bubblewrap loses it within a few. */
const STARTS: Readonly<Record<DriverName, number>> = { bubblewrap: 150, namespaces: 20, seatbelt: 0 };

/** What confines nothing but writing to the project. */
function confinementOf(project: string, more: Partial<Confinement> = {}): Confinement {
  return {
    project,
    writable: [project],
    readOnly: [],
    guarded: [],
    hidden: [],
    shown: [],
    keepTemp: false,
    network: 'closed',
    sockets: [],
    ...more,
  };
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

  it('does not see a denied file from the next start on that was created later', async () => {
    const { project } = await makeProject({ 'a/x': 'shown' });
    const hidden = [`${project}/**/.env`, `${project}/later/**`];
    const own = await run(name, project, 'mkdir later; echo own > later/x; cat later/x', { hidden });
    await writeFile(join(project, 'a/.env'), 'SECRET');
    const next = await run(name, project, 'cat a/.env later/x a/x', { hidden });
    expect([own.stdout, next.stdout]).toEqual(['own\n', 'shown']);
  });

  it('is kept to what was checked when a link is swapped before it starts', async () => {
    const { project, outside } = await makeProject({ 'keys/k': 'SECRET', 'other/k': 'shown' });
    await symlink(join(project, 'keys'), join(project, 'link'));
    const start = {
      program: '/bin/sh',
      args: ['-c', 'cat link/k keys/k other/k; echo x > link/k; echo x > ../outside/x'],
    };
    const env = { PATH: process.env.PATH ?? '' };
    const confinement = confinementOf(project, { hidden: [`${project}/link/**`] });
    const confined = await confineProgram({ ...start, cwd: project, env }, confinement, [name]);
    await rm(join(project, 'link'));
    await symlink(outside, join(project, 'link'));
    expect((await runConfined(confined)).stdout).toBe('shown');
    expect(await readdir(outside)).toEqual([]);
  });

  it('starts no program with mounts that another program leads outside', async () => {
    // Below /tmp, which is private, a link could not lead outside.
    const { project, outside } = await makeProject({ 'sub/.git/config': 'x' }, join(process.cwd(), 'node_modules'));
    // A sandbox that is refused may have created missing ones of these, empty: see the limits in docs/security.md.
    await mkdir(join(outside, '.git/hooks'), { recursive: true });
    await writeFile(join(outside, '.git/commondir'), '.');
    await writeFile(join(outside, '.git/config.worktree'), '');
    await writeFile(join(outside, '.git/config'), 'SECRET');
    await symlink('../outside', join(project, 'link'));
    const swap = `import ctypes, os
exchange = ctypes.CDLL(None).renameat2
print('ready', flush=True)
while True: exchange(-100, b'sub', -100, b'link', 2)`;
    const swapping = spawn('python3', ['-c', swap], { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => swapping.on('close', resolve));
    onTestFinished(async () => {
      swapping.kill('SIGKILL');
      await ended;
    });
    await new Promise((resolve) => swapping.stdout.once('data', resolve));
    const script = 'echo x > ../outside/new; echo x > ../outside/.git/new; exit 0';
    for (let count = 0; count < STARTS[name]; count += 1) {
      await run(name, project, script, { readOnly: [`${project}/**/config`] });
      expect([await readdir(outside), await readdir(join(outside, '.git'))]).toEqual([
        ['.git'],
        ['commondir', 'config', 'config.worktree', 'hooks'],
      ]);
      expect(await readdir(join(outside, '.git/hooks'))).toEqual([]);
      expect(await readFile(join(outside, '.git/commondir'), 'utf8')).toBe('.');
    }
  });

  it('works in a project on another file system', async () => {
    const project = await realpath(await mkdtemp('/dev/shm/helve-confine-'));
    onTestFinished(() => rm(project, { recursive: true }));
    await writeFile(join(project, '.env'), 'SECRET');
    const more = { hidden: [`${project}/**/.env`], guarded: [join(project, '.claude')] };
    const { stdout } = await run(name, project, 'echo in > new && cat new .env; mkdir .claude/x || echo guarded', more);
    expect([stdout, (await readdir(project)).sort()]).toEqual(['in\nguarded\n', ['.env', 'new']]);
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

  it.each([
    ['true', [], true],
    ['/bin/sh', ['-c', 'echo "bwrap: execvp x: No such file" >&2; echo "sandbox: x" >&2; exit 1'], true],
    ['/nonexistent/program', [], false],
  ])('%s %j is reported as started: %s', async (program, args, started) => {
    const { project: cwd } = await makeProject();
    const env = { PATH: process.env.PATH ?? '' };
    const confined = await confineProgram({ program, args, cwd, env }, confinementOf(cwd), [name]);
    await runConfined(confined);
    expect(confined.started()).toBe(started);
  });

  it('reaches allowed hosts through the proxy, and reports refused ones', async () => {
    const { project: cwd } = await makeProject();
    const server = createServer((_, response) => response.end('reached')).listen(0, '127.0.0.2');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const script = `curl -s http://127.0.0.2:${port}/
      node -e "require('http').createServer((_, r) => r.end('own')).listen(8123, function () { require('child_process').execFile('curl', ['-s', 'http://localhost:8123/'], (_, out) => { console.log(out); this.close(); this.closeAllConnections() }) })"
      curl -s http://example.test/ ; curl -s https://127.0.0.3:${port}/; curl -s --noproxy '*' http://127.0.0.2:${port}/ || echo apart`;
    const env = { PATH: process.env.PATH ?? '' };
    const network = { hosts: ['127.0.0.2'] };
    const run = { program: '/bin/sh', args: ['-c', script], cwd, env };
    const confined = await confineProgram(run, confinementOf(cwd, { network }), [name]);
    const { stdout } = await runConfined(confined);
    expect(stdout.split('\n')).toEqual([
      'reachedown',
      'The sandbox does not allow connections to example.test',
      'apart',
      '',
    ]);
    expect([confined.started(), confined.refused()]).toEqual([true, ['example.test', '127.0.0.3']]);
  });

  it('does not connect to sockets that were renamed or bound by a relative name', async () => {
    const { project, outside } = await makeProject();
    const bind = `import os, socket
kept = []
for name in ['relative', os.path.join(os.getcwd(), 'first')]:
    kept.append(socket.socket(socket.AF_UNIX)); kept[-1].bind(name); kept[-1].listen()
os.rename('first', 'renamed')
print('ready', flush=True)
for _ in iter(lambda: kept[0].accept() and kept[1].accept(), None): pass`;
    const server = spawn('python3', ['-c', bind], { cwd: outside, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => server.on('close', resolve));
    onTestFinished(async () => {
      server.kill('SIGKILL');
      await ended;
    });
    await new Promise((resolve) => server.stdout.once('data', resolve));
    const script = `for name in relative renamed; do
  python3 -c "import socket; socket.socket(socket.AF_UNIX).connect('../outside/$name'); print('connected')" 2>/dev/null || echo refused
done`;
    expect((await run(name, project, script, { shown: [outside] })).stdout).toBe('refused\nrefused\n');
    const unconfined = spawn('sh', ['-c', script], { cwd: project });
    let printed = '';
    unconfined.stdout.on('data', (text) => (printed += text));
    await new Promise((resolve) => unconfined.on('close', resolve));
    expect(printed).toBe('connected\nconnected\n');
  });

  it('connects to allowed sockets only', async () => {
    const { project, outside } = await makeProject();
    const [allowed, hidden] = [join(outside, 'allowed'), join(outside, 'hidden')];
    for (const path of [allowed, hidden]) {
      const server = createServer((_, response) => response.end('reached')).listen(path);
      onTestFinished(() => void server.close());
      await new Promise((resolve) => server.once('listening', resolve));
    }
    const env = { PATH: process.env.PATH ?? '', SSH_AUTH_SOCK: allowed, DOCKER_HOST: `unix://${hidden}` };
    const script = `curl -s --unix-socket '${hidden.replaceAll("'", "'\\''")}' http://x/
      curl -s --unix-socket "$SSH_AUTH_SOCK" http://x/; echo "$DOCKER_HOST"`;
    const start = { program: '/bin/sh', args: ['-c', script], cwd: project, env };
    const confined = await confineProgram(start, confinementOf(project, { sockets: [allowed] }), [name]);
    expect((await runConfined(confined)).stdout).toBe('reached\n');
  });

  it('gets variables that load code, and the sandbox around it does not', async () => {
    const { project: cwd, outside } = await makeProject({ 'start.sh': `touch '../outside/b'` });
    for (const program of ['mount', 'unshare', 'sh', 'bash', 'cut', 'ip', 'setpriv', 'bwrap']) {
      await writeFile(join(cwd, program), '#!/bin/sh\ntouch ../outside/c\n', { mode: 0o755 });
    }
    const env = {
      PATH: `${cwd}:${process.env.PATH}`,
      LD_DEBUG: 'files',
      LD_DEBUG_OUTPUT: join(outside, 'a'),
      BASH_ENV: join(cwd, 'start.sh'),
      ENV: join(cwd, 'start.sh'),
      'BASH_FUNC_exec%%': '() { touch ../outside/d; command exec "$@"; }',
      'BASH_FUNC_shift%%': '() { touch ../outside/e; }',
    };
    const run = { program: '/usr/bin/env', args: [], cwd, env };
    const confined = await confineProgram(run, confinementOf(cwd), [name]);
    const { stdout } = await runConfined(confined);
    expect(stdout).toContain(`LD_DEBUG_OUTPUT=${outside}/a\n`);
    expect(stdout).toContain(`PATH=${cwd}:`);
    expect(await readdir(outside)).toEqual([]);
  });

  it('cannot report that it was not started', async () => {
    const { project: cwd } = await makeProject();
    const script =
      'ls -l /proc/self/fd | grep -c status; for fd in 3 4 5 6 7 8 9; do echo x >&$fd; : >&$fd; done; exit 1';
    const env = { PATH: process.env.PATH ?? '' };
    const confined = await confineProgram({ program: '/bin/sh', args: ['-c', script], cwd, env }, confinementOf(cwd), [
      name,
    ]);
    expect((await runConfined(confined)).stdout).toBe('0\n');
    expect(confined.started()).toBe(true);
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

it('bubblewrap runs programs under a filter of system calls', async () => {
  const { project } = await makeProject();
  const { stdout } = await run('bubblewrap', project, 'grep -E "^(Seccomp|NoNewPrivs|CapEff):" /proc/self/status');
  expect(stdout).toBe('CapEff:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n');
});

describe('placeholders', () => {
  const guardedIn = (project: string) =>
    ['.claude', '.mcp.json', '.vscode/tasks.json'].map((path) => join(project, path));

  async function start(project: string, guarded = guardedIn(project)) {
    const run = { program: 'true', args: [], cwd: project, env: { PATH: process.env.PATH ?? '' } };
    return confineProgram(run, confinementOf(project, { guarded }), ['bubblewrap']);
  }

  it('stay until the last of several runs has ended', async () => {
    const { project } = await makeProject();
    const [first, second, other] = [
      await start(project),
      await start(project),
      await start(project, [`${project}/.idea`]),
    ];
    first.release();
    expect((await readdir(project)).sort()).toEqual(['.claude', '.idea', '.mcp.json', '.vscode']);
    second.release();
    second.release();
    expect((await readdir(project)).sort()).toEqual(['.claude', '.idea', '.mcp.json', '.vscode']);
    other.release();
    expect(await readdir(project)).toEqual([]);
  });

  it('of a process that was killed are removed by the next run', async () => {
    const { project } = await makeProject();
    await mkdir(join(project, '.claude'), { mode: 0o1700 });
    const run = await start(project);
    run.release();
    expect(await readdir(project)).toEqual([]);
  });

  it('keep what somebody else puts into them', async () => {
    const { project } = await makeProject();
    const run = await start(project);
    await writeFile(join(project, '.claude/notes'), 'kept');
    await writeFile(join(project, '.vscode/settings.json'), 'kept');
    run.release();
    expect(await readFile(join(project, '.claude/notes'), 'utf8')).toBe('kept');
    expect(await readdir(join(project, '.vscode'))).toEqual(['settings.json']);
    const again = await start(project);
    await writeFile(join(project, '.claude/notes'), 'changed');
    again.release();
    expect((await readdir(project)).sort()).toEqual(['.claude', '.vscode']);
  });

  it('are not put in place of an empty folder of the user', async () => {
    const { project } = await makeProject();
    await mkdir(join(project, '.claude'));
    (await start(project)).release();
    expect(await readdir(project)).toEqual(['.claude']);
  });

  it('guarded links are put back, and what replaced them is kept beside', async () => {
    const { project } = await makeProject({ 'settings/x': 'x' });
    await symlink('settings', join(project, '.claude'));
    const run = await start(project);
    await rm(join(project, '.claude'));
    await writeFile(join(project, '.claude'), 'of somebody');
    run.release();
    expect(await readFile(join(project, '.claude/x'), 'utf8')).toBe('x');
    const [aside = ''] = (await readdir(project)).filter((name) => name.startsWith('.claude.changed'));
    expect(await readFile(join(project, aside), 'utf8')).toBe('of somebody');
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
