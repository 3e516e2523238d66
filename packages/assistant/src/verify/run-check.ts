import { runCommand, toCommandError } from '@helve/command';
import type { ToolPlace } from '../tools/tool.ts';
import type { Check } from './checks.ts';
import type { CheckRun } from './receipt.ts';

interface Ran {
  readonly status: 'success' | 'error' | 'timeout';
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a check as a call of the shell would: under hooks, policy and sandbox. Never throws but when it is cancelled. */
export async function runCheck(
  { command, folder, timeout }: Check,
  { registry, admit }: ToolPlace,
): Promise<Pick<CheckRun, 'command' | 'folder' | 'exitCode' | 'denied'> & { readonly output: string }> {
  const about = { command, folder };
  try {
    const input = { command, cwd: folder };
    const { call, caller } = await admit({ type: 'toolCall', id: 'check', name: 'Bash', input });
    // What a hook made of it is another command.
    if (call.input.command !== command) return { ...about, denied: true, output: '' };
    const exec = await registry.get('terminal exec');
    const wanted = { command, workingDirectory: folder, timeoutSeconds: timeout, keepChildren: false };
    const { status, exitCode, stdout, stderr } = (await runCommand(exec, wanted, caller)).data as Ran;
    const output = [stdout, stderr].filter((text) => text !== '').join('\n');
    return status === 'timeout' || exitCode === null ? { ...about, output } : { ...about, exitCode, output };
  } catch (thrown) {
    const error = toCommandError(thrown);
    if (error.code === 'CANCELLED') throw error;
    return { ...about, denied: true, output: error.message };
  }
}
