import { CommandError, type Contact, inWords, runCommand, toCommandError } from '@helve/command';
import { runForwarded } from '@helve/command/host';
import { authorityOf, OPEN_POLICY, type Policy, type PolicyAuthority, readLimits, verdictOn } from '@helve/policy';
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
    host.onEnvironment?.(request.params.env);
    if (request.action === 'argv') return { ok: true, data: await runArguments(host, request.params, waiting.signal) };
    const { data, warnings, facts } = await runKept(host, request, waiting, timeout);
    const told = isForwarded(request) ? warnings : warnings.map((warning) => inWords(warning));
    return { ok: true, data, ...(told.length > 0 ? { warnings: told } : {}), ...(facts ? { facts } : {}) };
  } catch (thrown) {
    const error = toCommandError(thrown);
    return { ok: false, error: error.report(), ...(isForwarded(request) ? { wording: error.wording } : {}) };
  }
}

/** Whether the caller is a helve, whose door writes the names in texts. */
function isForwarded(request: Pick<ServiceRequest, 'action' | 'params'>): boolean {
  return request.action === 'command.run' && 'validated' in request.params && request.params.validated;
}

/** The caller's process has judged the call. What the command comes upon here is judged by the same rules. */
function authorityWithin(limits: string | undefined): PolicyAuthority {
  const open = authorityOf(OPEN_POLICY);
  if (limits === undefined) return open;
  let policy: Promise<Policy> | undefined;
  return {
    ...open,
    verdict: async (command, path, access) => {
      policy ??= readLimits(limits);
      return verdictOn(await policy, command.path, path, access);
    },
    limits: () => limits,
  };
}

async function runKept(
  { registry, home, keeper }: ArgvHost,
  {
    id,
    params: { path, input, validated, cwd, env, owner, confinedTo, limits, timeout: fullTimeout },
  }: { readonly id: string; readonly params: CommandRun },
  { signal, progress, contact, handOver }: Waiting,
  timeout: number | undefined,
) {
  const place = { cwd, env, home };
  const [module = ''] = path.split(' ');
  const command = await (registry.module(module) ? registry : await registry.at(place)).get(path);
  // Whoever holds the token is the user; their process has judged the command by its own settings.
  const caller = {
    place,
    authority: authorityWithin(limits),
    reach: { signal, timeout, fullTimeout, contact, handOver, progress, owner, requestId: id },
    host: { registry, keeper },
  };
  return validated
    ? runForwarded(command, input, caller, { confinement: confinedTo })
    : runCommand(command, input, caller);
}
