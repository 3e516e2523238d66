import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { stopService } from '../packages/helve/src/service/lifecycle.ts';
import { ended, openServiceSandbox, readToken } from './kit/service.ts';

describe('starting and stopping', () => {
  it('prints the bare lifecycle answers', async () => {
    const { helve } = await openServiceSandbox();
    const say = async (...args: string[]): Promise<Readonly<Record<string, unknown>>> => {
      const { code, stdout, stderr } = await helve(['service', ...args]);
      return { code, stderr, ...(JSON.parse(stdout) as object) };
    };
    const quiet = { code: 0, stderr: '' };
    const off = { ...quiet, running: false, version: '0.1.0', protocolVersion: 1 };
    const on = { ...quiet, running: true, pid: expect.any(Number), port: expect.any(Number) };
    expect(await say('status')).toEqual(off);
    expect(await say('stop')).toEqual({ ...quiet, running: false });
    const pairing = {
      pairingCode: expect.stringMatching(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/),
      pairingExpiresAt: expect.any(Number),
    };
    const { pairingCode, pairingExpiresAt, ...started } = await say('start', '--port', '0');
    expect({ pairingCode, pairingExpiresAt, ...started }).toEqual({ ...on, ...pairing });
    expect(await say('start')).toEqual({ ...started, ...pairing });
    expect(await say('status')).toEqual({ ...started, version: '0.1.0', protocolVersion: 1 });
    const restarted = await say('restart', '--port', '0');
    expect(restarted).toEqual({ ...on, ...pairing });
    expect(restarted).not.toMatchObject({ pid: started.pid });
    expect(await say('stop')).toEqual({ ...quiet, running: false });
    expect(await say('status')).toEqual(off);
  });

  it('gives one service to all who start it at once', async () => {
    const { helve, home, status } = await openServiceSandbox();
    const all = await Promise.all(Array.from({ length: 6 }, () => helve(['service', 'start', '--port', '0'])));
    const { pid, port } = await status();
    const answers = all.map(({ stdout }) => JSON.parse(stdout) as object);
    expect(answers).toEqual(answers.map((answer) => ({ ...answer, running: true, pid, port })));
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
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 2,
      ok: false,
      error: {
        code: 'SERVICE_FAILED',
        message: `The service could not start: port ${port} is taken`,
        hint: expect.stringContaining('--port'),
      },
    });
    expect(await other.status()).toMatchObject({ running: false });
  });

  it('does not end for a port that it cannot have', async () => {
    const [one, other] = [await openServiceSandbox(), await openServiceSandbox()];
    await one.start();
    const pid = await other.start();
    const { port } = await one.status();
    const { code, stdout } = await other.helve(['service', 'restart', '--port', String(port)]);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 2,
      error: { code: 'SERVICE_FAILED', message: `port ${port} is taken` },
    });
    expect(await other.status()).toMatchObject({ running: true, pid });
  });

  it('is not moved to another port by a start, which says what would', async () => {
    const { start, status, helve } = await openServiceSandbox();
    const pid = await start();
    const { port = 0 } = await status();
    const { code, stdout } = await helve(['service', 'start', '--port', String(port - 1)]);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 2,
      error: {
        code: 'SERVICE_FAILED',
        message: `The service runs already, on port ${port}`,
        hint: `To move it, which ends what it keeps: helve service restart --port ${port - 1}`,
      },
    });
    const again = await helve(['service', 'start', '--port', String(port)]);
    expect({ code: again.code, ...JSON.parse(again.stdout) }).toMatchObject({ code: 0, running: true, pid, port });
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
    // One that was over before its start was reported was started again, and is over as soon.
    await expect.poll(sandbox.status, { timeout: 30_000 }).toMatchObject({ running: false });
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

describe('a service whose state file', () => {
  it.each<[string, (file: string) => Promise<void>]>([
    ['is removed', (file) => rm(file)],
    ['is broken', (file) => writeFile(file, '{"pid":')],
    ['tells of another', (file) => writeFile(file, '{"pid":1,"identity":"x","port":1,"version":"9.9.9"}')],
  ])('%s is found again, with what it keeps', async (_, spoil) => {
    const { helve, start, home, status } = await openServiceSandbox();
    const pid = await start();
    await helve(['terminal', 'session', 'start', '--session-id', 'kept', '--command', 'cat']);
    await spoil(join(home, 'service.json'));
    const { code, stdout } = await helve(['terminal', 'session', 'list']);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, data: { sessions: [{ sessionId: 'kept' }] } });
    expect(await status()).toMatchObject({ running: true, pid });
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

  it('says how it goes to who wants to hear it, until they have heard enough', async () => {
    const { helve, dir, env } = await openServiceSandbox();
    const counting = 'for i in $(seq 9999); do echo line $i; sleep 0.1; done';
    await helve([...session, 'start', '--session-id', 'slow', '--command', counting]);
    const wait = ['--session-id', 'slow', '--until', '/never/', '--timeout-seconds', '3600', '--verbose'];
    const reader = spawn('helve', [...session, 'read', ...wait], { cwd: dir, env });
    const closed = once(reader, 'close');
    const told = new Set<string>();
    for await (const line of createInterface({ input: reader.stderr })) {
      const { event, message } = JSON.parse(line) as { readonly event: string; readonly message?: string };
      if (event !== 'progress' || message === undefined) continue;
      told.add(message);
      if (told.size === 3) reader.kill('SIGINT');
    }
    expect([...told].filter((message) => !/^line \d+$/.test(message))).toEqual([]);
    expect(await closed).toEqual([130, null]);
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
