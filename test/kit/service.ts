import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { identityOf } from '../../packages/settings/src/home/process-identity.ts';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { openSandbox, type Sandbox } from './helve.ts';

export interface ServiceSandbox extends Sandbox {
  /** Starts the service and gives its process. */
  readonly start: () => Promise<number>;
  readonly status: () => Promise<{ readonly running: boolean; readonly pid?: number; readonly port?: number }>;
}

/** A sandbox whose service, if it gets one, is stopped after the test. */
export async function openServiceSandbox(
  files: Readonly<Record<string, string>> = {},
  settings?: object,
): Promise<ServiceSandbox> {
  const sandbox = await openSandbox(files, settings);
  onTestFinished(async () => {
    // A shell that has the function wakes the service in the background, and would bring it back.
    await expect.poll(() => starters(sandbox.home), { timeout: 30_000 }).toEqual([]);
    await stopService(sandbox.home);
  });
  return {
    ...sandbox,
    start: async () => {
      const { stdout } = await sandbox.helve(['service', 'start', '--port', '0']);
      return (JSON.parse(stdout) as { pid: number }).pid;
    },
    status: async () => JSON.parse((await sandbox.helve(['service', 'status'])).stdout),
  };
}

/** Processes that are about to start the service of a home. */
async function starters(home: string): Promise<readonly string[]> {
  const read = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    processes.map(async (pid) => {
      const isHere = (await read(pid, 'environ')).split('\0').includes(`HELVE_HOME=${home}`);
      return isHere ? read(pid, 'cmdline') : '';
    }),
  );
  return commands.filter((command) => command.includes('\0service\0start\0'));
}

/** Waits until a process is no more. */
export async function ended(pid: number): Promise<void> {
  await expect.poll(() => identityOf(pid), { timeout: 30_000, interval: 20 }).toBeUndefined();
}

export function readToken(home: string): Promise<string> {
  return readFile(join(home, 'token'), 'utf8').then((token) => token.trim());
}
