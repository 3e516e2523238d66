import { kill } from 'node:process';
import { onTestFinished } from 'vitest';
import type { Script } from '../../packages/assistant/src/testing/model-server.ts';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { openAssistant } from './assistant.ts';
import { ended } from './service.ts';

export interface Thread {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly answer?: string;
  readonly problem?: string;
  readonly questions?: readonly { readonly id: string; readonly kind: string; readonly text: string }[];
  readonly items?: readonly { readonly kind: string; readonly text: string }[];
}

/** A sandbox whose threads speak with a scripted model. */
export async function openThreads(
  script: Script,
  files: Readonly<Record<string, string>> = {},
  settings?: object,
  env: Readonly<Record<string, string>> = {},
) {
  const sandbox = await openAssistant(script, files, settings);
  Object.assign(sandbox.env, env);
  onTestFinished(() => stopService(sandbox.home));
  const thread = async (...args: readonly string[]) => {
    const { stdout } = await sandbox.helve(['thread', ...args]);
    return JSON.parse(stdout) as {
      ok: boolean;
      data: Thread;
      error?: { code: string; message: string; hint?: string };
    };
  };
  const list = async () => {
    const { data } = await thread('list');
    return (data as unknown as { threads: readonly Thread[] }).threads.map(({ name, status }) => `${name}: ${status}`);
  };
  /** Kills the service as a crash does, and returns when it is gone. */
  const killService = async () => {
    const { pid } = JSON.parse((await sandbox.helve(['service', 'status'])).stdout) as { pid: number };
    kill(pid, 'SIGKILL');
    await ended(pid);
  };
  return { ...sandbox, thread, list, killService };
}

export const wait = ['--timeout-seconds', '60'];
export const bash = (command: string) => ({ name: 'Bash', input: { command } });
export const never = new Promise<never>(() => {});

/** Waits until something is so. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}
