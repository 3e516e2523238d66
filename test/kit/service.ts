import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { identityOf } from '../../packages/helve/src/service/process-identity.ts';
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
  onTestFinished(() => stopService(sandbox.home));
  return {
    ...sandbox,
    start: async () => {
      const { stdout } = await sandbox.helve(['service', 'start', '--port', '0']);
      return (JSON.parse(stdout) as { pid: number }).pid;
    },
    status: async () => JSON.parse((await sandbox.helve(['service', 'status'])).stdout),
  };
}

/** Waits until a process is no more. */
export async function ended(pid: number): Promise<void> {
  await expect.poll(() => identityOf(pid), { timeout: 30_000, interval: 20 }).toBeUndefined();
}

export function readToken(home: string): Promise<string> {
  return readFile(join(home, 'token'), 'utf8').then((token) => token.trim());
}
