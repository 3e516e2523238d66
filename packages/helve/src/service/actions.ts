import { CommandError, OPEN_POLICY, runCommand, toCommandError } from '@helve/registry';
import { type ArgvHost, runArguments } from './argv.ts';
import type { CommandRun, ServiceAnswer, ServiceRequest } from './protocol.ts';

/** Does what a request asks for. Never throws: what goes wrong is part of the answer. */
export async function act(host: ArgvHost, request: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer> {
  try {
    const timeout = request.deadline === undefined ? undefined : request.deadline - Date.now();
    if (timeout !== undefined && timeout <= 0) {
      throw new CommandError('TIMEOUT', 'The time for the request was over before it arrived', { retry: 'safe' });
    }
    if (request.action === 'argv') return { ok: true, data: await runArguments(host, request.params, signal) };
    const { data, warnings } = await runKept(host, request.params, signal, timeout);
    return { ok: true, data, ...(warnings.length > 0 ? { warnings } : {}) };
  } catch (thrown) {
    return { ok: false, error: toCommandError(thrown).report() };
  }
}

async function runKept(
  { registry, home, keeper }: ArgvHost,
  { path, input, cwd, env }: CommandRun,
  signal: AbortSignal,
  timeout: number | undefined,
) {
  const command = await registry.get(path);
  // Whoever holds the token is the user; their process has judged the command by its own settings.
  return runCommand(command, input, { cwd, env, home, keeper, signal, timeout, policy: OPEN_POLICY });
}
