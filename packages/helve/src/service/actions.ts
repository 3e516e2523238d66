import { CommandError, type Contact, runCommand, toCommandError } from '@helve/command';
import { runForwarded } from '@helve/command/host';
import { authorityOf, OPEN_POLICY } from '@helve/policy';
import { type ArgvHost, runArguments } from './argv.ts';
import type { CommandRun, ServiceAnswer, ServiceRequest } from './protocol.ts';

/** Who waits for an answer: when they stop, and how to tell them how it goes. */
export interface Waiting {
  readonly signal: AbortSignal;
  readonly progress: ((message: string) => void) | undefined;
  readonly contact: Contact;
  readonly handOver: AbortSignal | undefined;
}

/** Does what a request asks for. Never throws: what goes wrong is part of the answer. */
export async function act(
  host: ArgvHost,
  request: Exclude<ServiceRequest, { readonly action: 'leave' | 'answer' | 'handOver' }>,
  waiting: Waiting,
): Promise<ServiceAnswer> {
  try {
    const timeout = request.deadline === undefined ? undefined : request.deadline - Date.now();
    if (timeout !== undefined && timeout <= 0) {
      throw new CommandError('TIMEOUT', 'The time for the request was over before it arrived', { retry: 'safe' });
    }
    if (request.action === 'argv') return { ok: true, data: await runArguments(host, request.params, waiting.signal) };
    const { data, warnings, facts } = await runKept(host, request, waiting, timeout);
    return { ok: true, data, ...(warnings.length > 0 ? { warnings } : {}), ...(facts ? { facts } : {}) };
  } catch (thrown) {
    const error = toCommandError(thrown);
    const isForwarded = request.action === 'command.run' && request.params.validated;
    return { ok: false, error: error.report(), ...(isForwarded ? { wording: error.wording } : {}) };
  }
}

async function runKept(
  { registry, home, keeper }: ArgvHost,
  {
    id,
    params: { path, input, validated, cwd, env, confinedTo },
  }: { readonly id: string; readonly params: CommandRun },
  { signal, progress, contact, handOver }: Waiting,
  timeout: number | undefined,
) {
  const place = { cwd, env, home };
  const [module = ''] = path.split(' ');
  const command = await (registry.module(module) ? registry : await registry.at(place)).get(path);
  // Whoever holds the token is the user; their process has judged the command by its own settings.
  const run = validated ? runForwarded : runCommand;
  const authority = authorityOf(OPEN_POLICY);
  return run(command, input, {
    place,
    authority: confinedTo ? { ...authority, confinement: async () => confinedTo } : authority,
    reach: { signal, timeout, contact, handOver, progress, requestId: id },
    host: { registry, keeper },
  });
}
