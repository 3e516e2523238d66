import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installVersion } from './kit/other-version.ts';
import { ended, openServiceSandbox } from './kit/service.ts';

interface Service {
  readonly pid: number;
  readonly port: number;
  readonly version?: string;
}

/** A home whose service was started by another version than the one that comes after it. */
async function openUpgraded(other: string) {
  const sandbox = await openServiceSandbox();
  const binary = await installVersion(sandbox, other);
  const before = (...args: string[]) => sandbox.run(process.execPath, [binary, ...args]);
  const old = JSON.parse((await before('service', 'start', '--port', '0')).stdout) as Service;
  const status = async () => (await sandbox.status()) as Service;
  expect(await status()).toMatchObject({ version: other, pid: old.pid });
  return { ...sandbox, binary, before, old, status };
}

const SESSION = ['terminal', 'session'];
const WARNING = expect.stringContaining('to replace it: helve service restart');

describe('a service of an older version', () => {
  it.each([
    ['a command that lives there', [...SESSION, 'list']],
    ['service start', ['service', 'start', '--port', '0']],
  ])('makes way for %s when it keeps nothing', async (_, line) => {
    const { helve, old, status, home } = await openUpgraded('0.0.9');
    const { code, stderr, stdout } = await helve(line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).not.toHaveProperty('warnings');
    await ended(old.pid);
    expect(await status()).toMatchObject({ running: true, version: '0.1.0' });
    expect(await readFile(join(home, 'service.log'), 'utf8')).toContain('"reason":"another version takes over"');
  });

  it('makes way once for many who come at the same time', async () => {
    const { helve, old, home } = await openUpgraded('0.0.9');
    const all = await Promise.all(Array.from({ length: 5 }, () => helve([...SESSION, 'list'])));
    expect(all.map(({ code, stderr }) => ({ code, stderr }))).toEqual(all.map(() => ({ code: 0, stderr: '' })));
    await ended(old.pid);
    const log = await readFile(join(home, 'service.log'), 'utf8');
    expect(log.match(/"event":"started"/g)).toHaveLength(2);
  });

  it('stays while it keeps a session, which goes on, and who comes is told what to do', async () => {
    const { helve, before, old, status } = await openUpgraded('0.0.9');
    await before(...SESSION, 'start', '--session-id', 'kept', '--command', 'cat');
    const { stdout } = await helve([...SESSION, 'list']);
    expect(JSON.parse(stdout)).toMatchObject({
      data: { sessions: [{ sessionId: 'kept', status: 'running' }] },
      warnings: [WARNING],
    });
    const started = await helve(['service', 'start']);
    expect({ ...started, ...JSON.parse(started.stdout) }).toMatchObject({
      code: 0,
      stderr: WARNING,
      pid: old.pid,
      port: old.port,
    });
    await helve([...SESSION, 'stop', '--session-id', 'kept']);
    expect(JSON.parse((await helve([...SESSION, 'list'])).stdout)).not.toHaveProperty('warnings');
    await ended(old.pid);
    expect(await status()).toMatchObject({ version: '0.1.0' });
  });

  it('is replaced by a restart, with what it keeps', async () => {
    const { helve, before, old, status } = await openUpgraded('0.0.9');
    await before(...SESSION, 'start', '--session-id', 'kept', '--command', 'cat');
    await helve(['service', 'restart', '--port', '0']);
    await ended(old.pid);
    expect(await status()).toMatchObject({ version: '0.1.0' });
  });
});

it('a service whose program is replaced in its place ends once it keeps nothing', async () => {
  const { before, binary, old, home, status } = await openUpgraded('0.0.9');
  await before(...SESSION, 'start', '--session-id', 'kept', '--command', 'cat');
  await writeFile(`${binary}.new`, (await readFile(binary, 'utf8')).replaceAll('0.0.9', '0.0.8'));
  await rename(`${binary}.new`, binary);
  await before(...SESSION, 'stop', '--session-id', 'kept');
  await ended(old.pid);
  expect(await readFile(join(home, 'service.log'), 'utf8')).toContain('"reason":"the program was replaced"');
  expect(await status()).toMatchObject({ running: false });
});

it('a service of a newer version stays, and serves', async () => {
  const { helve, old, status } = await openUpgraded('0.10.0');
  const { code, stdout, stderr } = await helve([...SESSION, 'list']);
  expect({ code, stderr, ...JSON.parse(stdout) }).toEqual({
    code: 0,
    stderr: '',
    ok: true,
    data: expect.objectContaining({ sessions: [] }),
  });
  expect(await status()).toMatchObject({ pid: old.pid, version: '0.10.0' });
});
