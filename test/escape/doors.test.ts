import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BINARY, openSandbox } from '../kit/helve.ts';
import { connect } from '../kit/mcp.ts';

const FILES = {
  '.env': 'BAIT-SECRET',
  'leak.sh': 'cat .env; echo x > ../outside; echo x > kept; echo ran\n',
  kept: 'kept',
};
const SETTINGS = { permissions: { deny: ['Read(**/.env)', 'Edit(kept)'] } };

async function openProject() {
  const sandbox = await openSandbox(FILES, SETTINGS);
  onTestFinished(async () => void (await sandbox.helve(['service', 'stop'])));
  const unharmed = () => {
    expect(existsSync(join(sandbox.dir, '../outside'))).toBe(false);
    expect(readFileSync(join(sandbox.dir, 'kept'), 'utf8')).toBe('kept');
  };
  return { ...sandbox, unharmed };
}

it('terminal exec --sandbox applies the rules of the settings to a script', async () => {
  const { helve, unharmed } = await openProject();
  const { stdout } = await helve(['terminal', 'exec', '--sandbox', '--script', 'leak.sh']);
  expect(JSON.parse(stdout)).toMatchObject({ data: { stdout: 'ran\n' } });
  unharmed();
});

it('so does a session, which the service starts', async () => {
  const { helve, unharmed, dir } = await openProject();
  const { stdout } = await helve(
    ['terminal', 'session', 'start', '--sandbox', '--session-id', 's'].concat('--command', 'sh leak.sh; read x'),
  );
  expect(stdout).toContain('ran');
  expect(stdout).not.toContain('BAIT-SECRET');
  expect(await readdir(dir)).toContain('.mcp.json');
  await helve(['terminal', 'session', 'stop', '--session-id', 's']);
  unharmed();
  expect((await readdir(dir)).sort()).toEqual(['.env', 'kept', 'leak.sh']);
});

it('so do a run in the background and a run that an MCP client asks for', async () => {
  const { helve, unharmed, dir, env } = await openProject();
  const { stdout } = await helve(['terminal', 'exec', '--sandbox', '--background', '--script', 'leak.sh']);
  expect(JSON.parse(stdout)).toMatchObject({ data: { stdout: expect.stringContaining('ran') } });
  const client = await connect({ dir, env });
  const called = await client.call('CliRun', { command: 'sh leak.sh', sandbox: true });
  expect(called.structuredContent).toMatchObject({ stdout: 'ran\n' });
  expect(JSON.stringify([stdout, called])).not.toContain('BAIT-SECRET');
  unharmed();
});

it('programs inherit none of the descriptors that helve was started with, nor terminals of other sessions', async () => {
  const { dir, env, helve } = await openProject();
  const secret = openSync(join(dir, '.env'), 'r');
  onTestFinished(() => closeSync(secret));
  const list = 'for f in /proc/self/fd/*; do readlink "$f"; done; cat <&5; cat <&17';
  const inheriting = async (...args: string[]) => {
    const others = Array.from({ length: 15 }, () => secret);
    const child = spawn(process.execPath, [BINARY, 'terminal', ...args], {
      cwd: dir,
      env,
      stdio: ['ignore', 'pipe', 'pipe', ...others],
    });
    let printed = '';
    child.stdout?.on('data', (text) => (printed += text));
    await new Promise((resolve) => child.on('close', resolve));
    return printed;
  };
  const unconfined = await inheriting('session', 'start', '--session-id', 'other', '--command', 'cat');
  expect(unconfined).toContain('"started"');
  for (const args of [
    ['exec', '--sandbox', '--command', list],
    ['exec', '--sandbox', '--background', '--command', list],
    ['session', 'start', '--sandbox', '--session-id', 's', '--command', `${list}; read x`],
  ]) {
    const printed = await inheriting(...args);
    expect(printed).toMatch(/pipe|pts/);
    expect(printed).not.toMatch(/BAIT-SECRET|\.env|ptmx|socket:|helve\.log/);
  }
  await helve(['terminal', 'session', 'stop', '--session-id', 'other', '--force']);
});

it('a program named bwrap on the PATH is not used', async () => {
  const { dir, run, helve, env } = await openProject();
  await run('sh', ['-c', 'mkdir fake; printf "#!/bin/sh\\ntouch ../outside\\n" > fake/bwrap; chmod +x fake/bwrap']);
  const child = spawn(process.execPath, [BINARY, 'terminal', 'exec', '--sandbox', '--command', 'true'], {
    cwd: dir,
    env: { ...env, PATH: `${dir}/fake:${env.PATH}` },
  });
  await new Promise((resolve) => child.on('close', resolve));
  expect(existsSync(join(dir, '../outside'))).toBe(false);
  expect((await helve(['terminal', 'exec', '--sandbox', '--command', 'echo on'])).stdout).toContain('on');
});

it('nothing is left running when helve is killed, and the next run removes placeholders', async () => {
  const { dir, env, helve } = await openProject();
  const child = spawn(
    process.execPath,
    [BINARY, 'terminal', 'exec', '--sandbox', '--command', 'env -i setsid sleep 4711 & sleep 4711'],
    {
      cwd: dir,
      env,
    },
  );
  await expect.poll(() => sleeping().length).toBe(2);
  child.kill('SIGKILL');
  await expect.poll(() => sleeping()).toEqual([]);
  expect(await readdir(dir)).toContain('.mcp.json');
  await helve(['terminal', 'exec', '--sandbox', '--command', 'true']);
  expect((await readdir(dir)).sort()).toEqual(['.env', 'kept', 'leak.sh']);
});

/** The processes of that test, and no others. */
function sleeping(): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') === 'sleep\x004711\x00';
    } catch {
      return false;
    }
  });
}

it('programs on a terminal work in a session: vim, less and tmux', async () => {
  const { helve, dir } = await openProject();
  const session = async (...args: string[]) => (await helve(['terminal', 'session', ...args])).stdout;
  await session('start', '--sandbox', '--session-id', 't', '--command', 'tmux -f /dev/null new-session "less kept"');
  await expect
    .poll(() => session('read', '--session-id', 't', '--view', 'screen', '--timeout-seconds', '0'))
    .toContain('less');
  await session('stop', '--session-id', 't', '--force');
  await session('start', '--sandbox', '--session-id', 'v', '--command', 'vim -u NONE new.txt');
  await session('write', '--session-id', 'v', '--input', 'ihello{esc}:wq{enter}');
  await expect.poll(() => existsSync(join(dir, 'new.txt'))).toBe(true);
});
