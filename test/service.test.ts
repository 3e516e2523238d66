import { chmod, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stopService } from '../packages/helve/src/service/lifecycle.ts';
import { ended, openServiceSandbox, readToken } from './kit/service.ts';

describe('starting and stopping', () => {
  it('prints the bare lifecycle answers', async () => {
    const { helve } = await openServiceSandbox();
    const say = async (...args: string[]) => {
      const { code, stdout, stderr } = await helve(['service', ...args]);
      return { code, stderr, ...(JSON.parse(stdout) as object) };
    };
    const quiet = { code: 0, stderr: '' };
    const off = { ...quiet, running: false, version: '0.1.0', protocolVersion: 1 };
    const on = { ...quiet, running: true, pid: expect.any(Number), port: expect.any(Number) };
    expect(await say('status')).toEqual(off);
    expect(await say('stop')).toEqual({ ...quiet, running: false });
    const started = await say('start', '--port', '0');
    expect(started).toEqual(on);
    expect(await say('start')).toEqual(started);
    expect(await say('status')).toEqual({ ...started, version: '0.1.0', protocolVersion: 1 });
    const restarted = await say('restart', '--port', '0');
    expect(restarted).toEqual(on);
    expect(restarted).not.toMatchObject({ pid: (started as unknown as { pid: number }).pid });
    expect(await say('stop')).toEqual({ ...quiet, running: false });
    expect(await say('status')).toEqual(off);
  });

  it('gives one service to all who start it at once', async () => {
    const { helve, home, status } = await openServiceSandbox();
    const all = await Promise.all(Array.from({ length: 6 }, () => helve(['service', 'start', '--port', '0'])));
    const { pid, port } = await status();
    expect(new Set(all.map(({ stdout }) => stdout))).toEqual(
      new Set([`${JSON.stringify({ running: true, pid, port })}\n`]),
    );
    const log = await readFile(join(home, 'service.log'), 'utf8');
    expect(log.match(/"event":"started"/g)).toHaveLength(1);
  });

  it('starts anew after the service was killed', async () => {
    const { start, status } = await openServiceSandbox();
    const first = await start();
    process.kill(first, 'SIGKILL');
    await ended(first);
    expect(await status()).toMatchObject({ running: false });
    const second = await start();
    expect(second).not.toBe(first);
    expect(await status()).toMatchObject({ running: true, pid: second });
  });

  it('kills a service that does not listen', async () => {
    const { start, status, home } = await openServiceSandbox();
    const pid = await start();
    process.kill(pid, 'SIGSTOP');
    await stopService(home, 100);
    await ended(pid);
    expect(await status()).toMatchObject({ running: false });
    expect(await readdir(home)).not.toContain('service.json');
  });

  it('says when a port is taken, and leaves nothing behind', async () => {
    const [one, other] = [await openServiceSandbox(), await openServiceSandbox()];
    await one.start();
    const { port } = await one.status();
    const { code, stdout } = await other.helve(['service', 'start', '--port', String(port)]);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 2, ok: false, error: { code: 'SERVICE_FAILED' } });
    expect(await other.status()).toMatchObject({ running: false });
  });
});

describe('a service ends by itself', () => {
  it('when it has nothing to do for long', async () => {
    const sandbox = await openServiceSandbox();
    const { stdout } = await sandbox.run('env', [
      'HELVE_SERVICE_IDLE_MS=50',
      'helve',
      'service',
      'start',
      '--port',
      '0',
    ]);
    await ended((JSON.parse(stdout) as { pid: number }).pid);
    expect(await sandbox.status()).toMatchObject({ running: false });
    expect(await readFile(join(sandbox.home, 'service.log'), 'utf8')).toContain('"reason":"idle"');
  });

  it('when its home is removed', async () => {
    const { start, home } = await openServiceSandbox();
    const pid = await start();
    await rm(home, { recursive: true });
    await ended(pid);
    expect(await readdir(dirname(home))).not.toContain('home');
  });
});

describe('a command that lives in the service', () => {
  const session = ['terminal', 'session'];

  it('starts it, is reached by the next process, and ends with it', async () => {
    const { helve, status } = await openServiceSandbox();
    const started = await helve([...session, 'start', '--session-id', 'one', '--command', 'cat']);
    expect(JSON.parse(started.stdout)).toMatchObject({ ok: true, data: { sessionId: 'one' } });
    expect(await status()).toMatchObject({ running: true });
    const { pid } = (JSON.parse(started.stdout) as { data: { pid: number } }).data;
    const { stdout } = await helve([...session, 'list']);
    expect(JSON.parse(stdout)).toMatchObject({ data: { sessions: [{ sessionId: 'one', pid, status: 'running' }] } });
    await helve(['service', 'stop']);
    await ended(pid);
  });

  it('fails with the same code and exit code as anywhere else', async () => {
    const { helve } = await openServiceSandbox();
    const { code, stdout } = await helve([...session, 'write', '--session-id', 'none', '--input', 'x']);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, ok: false, error: { code: 'NOT_FOUND' } });
  });

  it('does not run with a token that others may know', async () => {
    const { helve, start, home } = await openServiceSandbox();
    await start();
    await chmod(join(home, 'token'), 0o604);
    const { code, stdout } = await helve([...session, 'list']);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 2, error: { code: 'INVALID_SETTINGS' } });
  });
});

it('the service holds nothing open that its starter had open', async () => {
  const { run, dir } = await openServiceSandbox();
  const { stdout } = await run('bash', ['-c', 'exec 7>held.txt; helve service start --port 0']);
  const { pid } = JSON.parse(stdout) as { pid: number };
  const held = await run('bash', ['-c', `readlink /proc/${pid}/fd/* /proc/${pid}/cwd`]);
  expect(held.stdout).not.toContain(dir);
});

describe('the token file', () => {
  it('is its owner’s alone, and its content is nowhere else', async () => {
    const { start, helve, home, run } = await openServiceSandbox();
    await start();
    const said = await Promise.all(
      [
        ['service', 'status', '--verbose'],
        ['service', 'start', '-v'],
        ['service', 'stop', '-v'],
      ].map((args) => helve(args)),
    );
    const token = await readToken(home);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect((await run('stat', ['-c', '%a %F', join(home, 'token')])).stdout).toBe('600 regular file\n');
    expect(JSON.stringify(said)).not.toContain(token);
    const { stdout } = await run('grep', ['-rlF', token, home]);
    expect(stdout).toBe(`${join(home, 'token')}\n`);
  });

  it.each<[string, (file: string) => Promise<void>]>([
    ['others may read it', (file) => chmod(file, 0o644)],
    [
      'it is a link',
      async (file) => {
        await writeFile(`${file}.real`, await readFile(file), { mode: 0o600 });
        await rm(file);
        await symlink(`${file}.real`, file);
      },
    ],
    ['it is empty', (file) => writeFile(file, '')],
  ])('is refused when %s', async (_, spoil) => {
    const { start, helve, home, status } = await openServiceSandbox();
    await start();
    await helve(['service', 'stop']);
    const token = await readToken(home);
    await spoil(join(home, 'token'));
    const { code, stdout, stderr } = await helve(['service', 'start']);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 2, error: { code: 'INVALID_SETTINGS' } });
    expect(stdout + stderr).not.toContain(token);
    expect(await status()).toMatchObject({ running: false });
  });
});
