import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runningService } from '../packages/helve/src/service/lifecycle.ts';
import { ended, openServiceSandbox, readToken } from './kit/service.ts';

const FILES = {
  'a.txt': 'one\ntwo\n',
  'quo"te \\ é\n&.txt': 'odd name\n',
  'notes.txt': 'ünï\tcode\n',
};

/** A sandbox with the function of a shell in a file. */
async function openShell(shell: string, settings?: object) {
  const sandbox = await openServiceSandbox(FILES, settings);
  const init = join(sandbox.home, `init.${shell}`);
  await writeFile(init, (await sandbox.helve(['shell-init', shell])).stdout);
  // The only program there: whoever starts a process instead of asking the service is found out.
  const trap = join(sandbox.home, 'trap');
  await mkdir(trap);
  await writeFile(join(trap, 'helve'), '#!/bin/sh\necho "a process was started" >&2\nexit 99\n', { mode: 0o755 });
  const sh = (script: string, ...args: string[]) => sandbox.run(shell, ['-c', `source "$0"; ${script}`, init, ...args]);
  const shAlone = (script: string, ...args: string[]) => sh(`export PATH='${trap}'; ${script}`, ...args);
  return { ...sandbox, init, trap, sh, shAlone };
}

/** Says whether a server got its port. */
function listens(server: Server, port: number | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
}

describe.each(['bash', 'zsh'])('the function in %s', (shell) => {
  it('says the same as the program, and starts no process', async () => {
    const { shAlone, helve, start, dir } = await openShell(shell);
    await writeFile(join(dir, 'big.txt'), 'é line of text\u0001\u007f that is long enough\n'.repeat(130_000));
    await start();
    const lines: readonly (readonly string[])[] = [
      ['--version'],
      ['help'],
      ['help', 'fs', 'read'],
      ['fs', 'read', '--path', 'a.txt'],
      ['fs', 'read', '--path', 'quo"te \\ é\n&.txt'],
      ['fs', 'read', '--path', 'gone \u0001\u001f\u007f\t\r\n'],
      ['fs', 'read', '--path', ''],
      ['fs', 'read', ''],
      ['fs', 'read', '--path', '.'],
      ['fs', 'raed'],
      ['fs', 'read', '--path', 'a.txt', '--limit', 'many'],
      ['fs', 'grep', '--query', 'ünï\\tcode|$HOME `x`', '--path', 'notes.txt'],
      ['fs', 'read', '--path', '*'],
      ['explain', 'fs read --path a.txt'],
      ['completion', shell],
      ['fs', 'read', '--path', 'big.txt'],
      ['fs', 'list', '--cwd', 'nowhere'],
    ];
    for (const args of lines) expect(await shAlone('helve "$@"', ...args)).toEqual(await helve(args));
  });

  it('works in strict scripts, pipes and substitutions', async () => {
    const { sh, start, dir } = await openShell(shell);
    await writeFile(join(dir, 'big.txt'), 'x'.repeat(3_000_000));
    await start();
    const { code, stdout } = await sh(`
      set -euo pipefail
      IFS=,e
      helve fs read --path big.txt | head -c 11; echo
      text=$(helve fs read --path a.txt); printf "%s\\n" "$text"
      helve fs read --path gone >/dev/null || echo "failed with $?"
      helve fs raed >/dev/null 2>&1
      echo "never reached"`);
    expect({ code, lines: stdout.split('\n') }).toEqual({
      code: 2,
      lines: ['{"ok":true,', expect.stringContaining('one\\ntwo\\n'), 'failed with 1', ''],
    });
  });

  it('never shows the token, however much a script shows of itself', async () => {
    const { sh, start, home } = await openShell(shell);
    await start();
    const { stdout, stderr } = await sh('set -axv; helve --version; env; set');
    expect(stdout).toContain('0.1.0\n');
    expect(stdout + stderr).not.toContain(await readToken(home));
  });

  it('shows the token to nobody who only has the number and the port of a service that is gone', async () => {
    const { shAlone, start, status, home } = await openShell(shell);
    const pid = await start();
    const { port } = await status();
    const state = await readFile(join(home, 'service.json'), 'utf8');
    process.kill(pid, 'SIGKILL');
    await ended(pid);
    const heard: string[] = [];
    const impostor = createServer((socket) => socket.on('data', (chunk) => heard.push(String(chunk))).end());
    // The kernel may hold the port of a killed process for a moment.
    await expect.poll(() => listens(impostor, port), { timeout: 30_000 }).toBe(true);
    onTestFinished(() => void impostor.close());
    await writeFile(join(home, 'service.json'), state.replace(`"pid":${pid}`, `"pid":${process.pid}`));
    expect(await shAlone('helve fs list')).toMatchObject({ code: 99 });
    expect(heard).toEqual([]);
  });

  it('answers many at once', async () => {
    const { shAlone, start, dir } = await openShell(shell);
    for (let index = 0; index < 30; index++) await writeFile(join(dir, `${index}.txt`), `content ${index}\n`);
    await start();
    await shAlone('for i in {0..29}; do helve fs read --path $i.txt >$i.out & done; wait');
    for (let index = 0; index < 30; index++) {
      expect(JSON.parse(await readFile(join(dir, `${index}.out`), 'utf8'))).toMatchObject({
        data: { content: `content ${index}\n` },
      });
    }
  });

  it('hands over its environment and folder', async () => {
    const { sh, start, dir } = await openShell(shell);
    await mkdir(join(dir, 'inner'));
    await symlink('inner', join(dir, 'linked'));
    await writeFile(join(dir, 'inner', 'here.txt'), 'here\n');
    await start();
    const script = (helve: string) => `
      export LATER=$'a "b" \\\\ c\\n'; NOT=exported; cd linked
      ${helve} fs read --path here.txt
      ${helve} terminal exec --command 'printf "%s|%s|" "$LATER" "$NOT"; pwd -P' | grep -o '"stdout":"[^|]*|[^"]*'`;
    const [ours, theirs] = [await sh(script('helve')), await sh(script('command helve'))];
    expect(ours).toEqual(theirs);
    expect(ours.stdout).toContain(`c\\n||${join(dir, 'inner')}`);
  });

  it('hands over what is exported and has a value, beside names that are none for a shell', async () => {
    const { run, init, start } = await openShell(shell);
    await start();
    const command = 'terminal exec --command \'env | grep "^X_" | sort | tr "\\n" "|"\'';
    // A variable without a value is none to bash; zsh's own code cannot tell it from an empty one.
    const never = shell === 'bash' ? 'export X_NEVER;' : '';
    const script = (helve: string) =>
      `source "$0"; export X_LATER=1 X_EMPTY=; ${never} unset X_GONE; ${helve} ${command} | grep -o '"stdout":"[^"]*'`;
    const inShell = (helve: string) => run('env', ['X.odd=1', 'X_GONE=1', shell, '-c', script(helve), init]);
    const [ours, theirs] = [await inShell('helve'), await inShell('command helve')];
    expect(ours).toEqual(theirs);
    expect(ours.stdout).toContain('X_EMPTY=|X_LATER=1|');
  });

  it('leaves to the program what needs a process of its own', async () => {
    const { sh, start, dir } = await openShell(shell);
    const pid = await start();
    const { stdout } = await sh(`
      echo "from a pipe" | helve fs write --path piped.txt --content - >/dev/null
      printf 'fs stat --path a.txt\\n' | helve batch | head -c 10; echo
      umask 077; helve fs write --path private.txt --content x >/dev/null
      helve service status`);
    expect(await readFile(join(dir, 'piped.txt'), 'utf8')).toBe('from a pipe\n');
    expect((await stat(join(dir, 'private.txt'))).mode & 0o777).toBe(0o600);
    expect(stdout.split('\n')).toEqual(['{"ok":true', expect.stringContaining(`"pid":${pid}`), '']);
  });

  it('falls back when the service was killed, and has it started for the calls that follow', async () => {
    const { sh, start, status, home } = await openShell(shell);
    const pid = await start();
    const { port = 0 } = await status();
    // Its threads end one by one: it is gone when the kernel no longer listens for it.
    const listening = `:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`;
    const { code, stdout, stderr } = await sh(`
      helve --version
      kill -9 ${pid}; while grep -q '${listening}' /proc/net/tcp; do :; done
      helve --version; helve fs read --path gone >/dev/null`);
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '0.1.0\n0.1.0\n', stderr: '' });
    await ended(pid);
    await expect.poll(() => runningService(home), { timeout: 30_000 }).toBeDefined();
  });

  it('does not run a command twice when the service dies under it', async () => {
    const { init, trap, env, dir, start } = await openShell(shell);
    const pid = await start();
    process.kill(pid, 'SIGSTOP');
    // A file, so that the only socket is the one to the service.
    const said = await open(join(dir, 'said.txt'), 'w');
    const child = spawn(shell, ['-c', 'source "$0"; helve fs mkdir --path made', init], {
      cwd: dir,
      env: { ...env, PATH: `${trap}:${env.PATH}` },
      stdio: ['ignore', 'ignore', said.fd],
    });
    const left = once(child, 'close');
    await expect.poll(() => socketsOf(child.pid ?? 0), { timeout: 30_000, interval: 5 }).toHaveLength(1);
    process.kill(pid, 'SIGKILL');
    expect(await left).toEqual([2, null]);
    await said.close();
    expect(await readFile(join(dir, 'said.txt'), 'utf8')).toBe(
      'error: the service ended before it answered; the command may have been run\n',
    );
  });

  it('shows people a view on a terminal, and lets the program ask them there', async () => {
    const { run, start, init, dir } = await openShell(shell, { permissions: { mode: 'default' } });
    await start();
    const onTerminal = (script: string, keys?: string) =>
      run('script', ['-qefc', `${shell} -c 'source "$0"; ${script}' '${init}'`, '/dev/null'], keys);
    expect(await onTerminal('helve fs read --path a.txt')).toMatchObject({ code: 0, stdout: 'one\r\ntwo\r\n' });
    const asked = await onTerminal('helve fs write --path new.txt --content new', 'y\n');
    expect(asked).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Run it? [y/N, a = always in this project: Edit('),
    });
    expect(await readFile(join(dir, 'new.txt'), 'utf8')).toBe('new');
  });

  it('leaves a token file alone that others may read', async () => {
    const { sh, start, run, home } = await openShell(shell);
    await start();
    await run('chmod', ['644', join(home, 'token')]);
    expect(await sh('helve --version')).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });
});

/** The sockets that a process has opened besides its standard streams. */
async function socketsOf(pid: number): Promise<readonly string[]> {
  const names = (await readdir(`/proc/${pid}/fd`).catch(() => [])).filter((name) => Number(name) > 2);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.startsWith('socket:'));
}

it('the function works as BASH_ENV, also in what bash starts in turn', async () => {
  const { run, init, trap, start } = await openShell('bash');
  await start();
  const { stdout, stderr } = await run('env', [
    `BASH_ENV=${init}`,
    // Node's pipes are sockets, and a first shell on a socket takes itself for one of rshd and reads ~/.bashrc instead.
    'SHLVL=1',
    `PATH=${trap}:/usr/bin:/bin`,
    'bash',
    '-c',
    'helve --version; bash -c "helve --version"',
  ]);
  expect({ stdout, stderr }).toEqual({ stdout: '0.1.0\n0.1.0\n', stderr: '' });
});

it('shell-init says what it takes', async () => {
  const { helve } = await openServiceSandbox();
  const { code, stdout } = await helve(['shell-init', 'fish']);
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 2, error: { code: 'INVALID_INPUT' } });
});
