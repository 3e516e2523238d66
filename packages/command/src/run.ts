import type { Authority, Call, Grant } from './authority.ts';
import type { CallerWith, Outcome } from './caller.ts';
import type { Command } from './command.ts';
import type { Confinement } from './confinement.ts';
import type { Context } from './context.ts';
import { CommandError, toCommandError } from './errors.ts';
import { validate } from './input.ts';
import { call, ifOffered, parameter, worded, type Wording } from './wording.ts';

type Caller = CallerWith<Authority>;

/** The one way a command is run, whichever door it came through: validate, authorise, run. Throws CommandError only. */
export async function runCommand(command: Command, rawInput: unknown, caller: Caller): Promise<Outcome> {
  const limit = startLimit(caller, command.overtime);
  try {
    const { input: given, warnings: noted } = await validate(command, rawInput);
    const subject = (await command.subject?.(given, caller.place)) ?? {};
    const { input = given } = subject;
    const call: Call = {
      command,
      input,
      subject,
      place: caller.place,
      peek: async (other) => (await perform(command, other, caller, limit, {})).data,
    };
    const grant = await caller.authority.authorise(call);
    limit.check();
    const make = (granted: Grant) => perform(command, input, caller, limit, { ...granted, permits: grant.permits });
    const { warnings, ...outcome } = grant.confinement
      ? await (await import('./widen.ts')).performWidening(call, grant, caller.authority, (wider) => {
          limit.check();
          return make(wider);
        })
      : await make(grant);
    const started = subject.starts?.(outcome.data);
    if (started !== undefined) caller.authority.started?.(started);
    return { input, ...outcome, warnings: [...noted, ...warnings] };
  } catch (thrown) {
    throw await explained(thrown, caller.place.home);
  } finally {
    limit.end();
  }
}

async function explained(thrown: unknown, home: string): Promise<CommandError> {
  const { explainHomeFault } = await import('./home-fault.ts');
  return toCommandError(explainHomeFault(thrown, home));
}

/** Runs a command for another process of ours, which has validated and authorised it. */
export async function runForwarded(
  command: Command,
  input: object,
  caller: Caller,
  grant: Grant,
): Promise<Omit<Outcome, 'input'>> {
  const limit = startLimit(caller);
  try {
    limit.check();
    return await perform(command, input, caller, limit, grant);
  } catch (thrown) {
    throw await explained(thrown, caller.place.home);
  } finally {
    limit.end();
  }
}

/** Runs it here, or where its things are kept. */
async function perform(
  command: Command,
  input: object,
  caller: Caller,
  limit: Limit,
  grant: Grant,
): Promise<Omit<Outcome, 'input'>> {
  if (!caller.host.keeper && command.run.inService?.(input, caller.reach)) {
    // The service keeps the time itself, and says more of what took it.
    limit.leaveToService();
    return limit.race(forward(command, input, caller, limit, grant.confinement));
  }
  const [warnings, facts]: [Wording[], Record<string, unknown>] = [[], {}];
  const run = await command.run();
  const data = await limit.race(run(input, createContext(command, caller, limit, grant, warnings, facts)));
  return { data, warnings, ...(Object.keys(facts).length > 0 ? { facts } : {}) };
}

function forward(
  command: Command,
  input: object,
  { place, reach, host, authority }: Caller,
  { signal, deadline }: Limit,
  confinedTo: Confinement | undefined,
): Promise<Omit<Outcome, 'input'>> {
  if (host.forward) {
    const limits = authority.limits?.();
    return host.forward(command, input, { place, reach, signal, deadline, confinedTo, limits });
  }
  throw new CommandError('UNAVAILABLE', `${command.path} needs the service`);
}

function createContext(
  command: Command,
  caller: Caller,
  limit: Limit,
  { confinement, permits }: Grant,
  warnings: Wording[],
  facts: Record<string, unknown>,
): Context {
  return {
    place: caller.place,
    reach: caller.reach,
    signal: limit.signal,
    deadline: limit.deadline,
    now: caller.host.now ?? Date.now,
    progress: caller.reach.progress ?? (() => {}),
    permits: permits ?? (() => true),
    restricted: permits !== undefined,
    verdict: (path, access) => caller.authority.verdict(command, path, access),
    command: command.path,
    confinement,
    call: async (other, input) => {
      const outcome = await runCommand(other, input, {
        ...caller,
        reach: { ...caller.reach, signal: limit.signal, requestId: undefined },
      });
      warnings.push(...outcome.warnings);
      return outcome.data;
    },
    registry: async () => {
      if (!caller.host.registry) throw new Error(`${command.path} needs a registry`);
      return caller.host.registry.at(caller.place);
    },
    keep: (keepable) => {
      if (!caller.host.keeper) throw new Error(`${command.path} is not declared with inService`);
      return caller.host.keeper.get(keepable);
    },
    beside: (more) => {
      Object.assign(facts, more);
    },
    warn: (message) => {
      warnings.push(message);
    },
  };
}

/** The caller's cancellation and the deadline as one signal. */
interface Limit {
  readonly signal: AbortSignal;
  readonly deadline: number | undefined;
  check(): void;
  /** From now on only a service that does not answer is waited for no longer. */
  leaveToService(): void;
  /**
   * Settles as the work does. Once the limit is reached, work that listens to the signal has a moment to clean up
   * after itself; work that does not is left alone.
   */
  race<Value>(work: Promise<Value>): Promise<Value>;
  end(): void;
}

/** Why it was cancelled, where whoever did so says. */
function cancellation(reason: unknown): CommandError {
  if (reason instanceof CommandError) return reason;
  return new CommandError('CANCELLED', 'The command was cancelled', { retry: 'safe' });
}

/** How long after the time of a command the service may still answer: it may have to clean up. */
const SERVICE_GRACE_MS = 5_000;

function unanswered(): CommandError {
  return new CommandError('SERVICE_FAILED', 'The service does not answer', {
    hint: worded`Restart it: ${call('service restart')}`,
    retry: 'conditional',
  });
}

/** Why work ended that was stopped. If the work failed for the same reason, its details tell what was done until then. */
function stopReason({ aborted, reason }: AbortSignal, thrown: unknown): unknown {
  if (!aborted) return thrown;
  const stopped = reason as CommandError;
  if (!(thrown instanceof CommandError) || thrown.code !== stopped.code || !thrown.details) return stopped;
  const { code, message, hint, retry, details } = stopped;
  return new CommandError(code, message, { hint, retry, details: { ...details, ...thrown.details }, cause: thrown });
}

/** How long a command that was stopped may still take to undo what it had begun. */
const CLEAN_UP_MS = 3_000;

const LESS = worded`Ask for less${ifOffered('timeout', worded`, or give it more time with ${parameter('timeout')}`)}.`;

function startLimit({ reach, host }: Caller, overtime = 0): Limit {
  const controller = new AbortController();
  const cancel = () => controller.abort(cancellation(reach.signal?.reason));
  if (reach.signal?.aborted) cancel();
  reach.signal?.addEventListener('abort', cancel, { once: true });
  const now = host.now ?? Date.now;
  const { timeout } = reach;
  const deadline = timeout === undefined ? undefined : now() + timeout + overtime;
  const late = () =>
    new CommandError('TIMEOUT', `The command timed out after ${timeout} ms`, {
      hint: LESS,
      details: { timeout },
    });
  let timer = timeout === undefined ? undefined : setTimeout(() => controller.abort(late()), timeout + overtime);
  return {
    signal: controller.signal,
    deadline,
    check: () => controller.signal.throwIfAborted(),
    leaveToService: () => {
      clearTimeout(timer);
      if (deadline === undefined) return;
      timer = setTimeout(() => controller.abort(unanswered()), deadline - now() + SERVICE_GRACE_MS);
    },
    race: (work) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          const giveUp = setTimeout(() => reject(controller.signal.reason), CLEAN_UP_MS);
          work.then(
            () => clearTimeout(giveUp),
            () => clearTimeout(giveUp),
          );
        };
        // The work may have been stopped while it began.
        if (controller.signal.aborted) stop();
        else controller.signal.addEventListener('abort', stop, { once: true });
        work.then(resolve, (thrown) => reject(stopReason(controller.signal, thrown)));
      }),
    end: () => {
      clearTimeout(timer);
      reach.signal?.removeEventListener('abort', cancel);
    },
  };
}
