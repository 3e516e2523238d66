import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';

/** A keyring of its own, unlocked, on a bus of its own; gives the address of the bus. Both end with the test. */
export async function startKeyring(home: string): Promise<string> {
  const runtime = join(home, 'run');
  await mkdir(runtime, { recursive: true, mode: 0o700 });
  const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: runtime, XDG_DATA_HOME: join(home, 'data') };
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => void (bus.kill() && (await once(bus, 'exit'))));
  const [printed] = (await once(bus.stdout, 'data')) as [Buffer];
  const address = printed.toString().trim();
  const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env: { ...env, DBUS_SESSION_BUS_ADDRESS: address },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  onTestFinished(async () => void (daemon.kill() && (await once(daemon, 'exit'))));
  daemon.stdin.end('password');
  await expect.poll(() => isOwned('org.freedesktop.secrets', address), { timeout: 30_000 }).toBe(true);
  return address;
}

async function isOwned(name: string, address: string): Promise<boolean> {
  const args = [
    '--print-reply',
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
    `string:${name}`,
  ];
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: address };
  const { stdout } = await promisify(execFile)('dbus-send', ['--session', ...args], { env });
  return stdout.includes('boolean true');
}
