import type { Authority } from './authority.ts';
import type { CallerWith, Outcome } from './caller.ts';
import type { Command, RunsIn } from './command.ts';
import type { Confinement } from './confinement.ts';
import type { Context } from './context.ts';
import { CommandError, toCommandError } from './errors.ts';
import { validate } from './input.ts';

type Caller = CallerWith<Authority>;

/** The one way a command is run, whichever door it came through: validate, authorise, run. Throws CommandError only. */
export async function runCommand(command: Command, rawInput: unknown, caller: Caller): Promise<Outcome> {
  const limit = startLimit(caller);
  try {
    const { input: given, warnings: noted } = await validate(command, rawInput);
    const subject = (await command.subject?.(given, caller.place)) ?? {};
    const { input = given } = subject;
    await caller.authority.authorise({
      command,
      input,
      subject,
      place: caller.place,
      peek: async (other) => (await perform(command, other, caller, limit)).data,
    });
    limit.check();
    const confinedTo = subject.confined ? await caller.authority.confinement(caller.place) : undefined;
    const { warnings, ...outcome } = await perform(command, input, caller, limit, confinedTo);
    return { input, ...outcome, warnings: [...noted, ...warnings] };
  } catch (thrown) {
    throw toCommandError(thrown);
  } finally {
    limit.end();
  }
}

/** Runs a command for another process of ours, which has validated and authorised it. */
export async function runForwarded(command: Command, input: object, caller: Caller): Promise<Omit<Outcome, 'input'>> {
  const limit = startLimit(caller);
  try {
    limit.check();
    return await perform(command, input, caller, limit);
  } catch (thrown) {
    throw toCommandError(thrown);
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
  confinedTo?: Confinement,
): Promise<Omit<Outcome, 'input'>> {
  const where = runsElsewhere(command, input, caller);
  // The service keeps the time itself, and says more of what took it.
  if (where === 'service') limit.leaveToService();
  if (where) return limit.race(forward(command, input, caller, limit, confinedTo));
  const [warnings, facts]: [string[], Record<string, unknown>] = [[], {}];
  const run = await command.run();
  const data = await limit.race(run(input, createContext(command, caller, limit, warnings, facts)));
  return { data, warnings, ...(Object.keys(facts).length > 0 ? { facts } : {}) };
}

/** Where the command must run, if that is not here. */
function runsElsewhere({ run }: Command, input: object, caller: Caller): RunsIn | undefined {
  const where = run.runsIn?.(input, caller.reach);
  const { keeper } = caller.host;
  return (where === 'service' ? keeper?.sole : keeper) ? undefined : where;
}

function forward(
  command: Command,
  input: object,
  { place, reach, host }: Caller,
  { signal, deadline }: Limit,
  confinedTo: Confinement | undefined,
): Promise<Omit<Outcome, 'input'>> {
  if (host.forward) return host.forward(command, input, { place, reach, signal, deadline, confinedTo });
  throw new CommandError('UNAVAILABLE', `${command.path} needs the service`);
}

function createContext(
  command: Command,
  caller: Caller,
  limit: Limit,
  warnings: string[],
  facts: Record<string, unknown>,
): Context {
  return {
    place: caller.place,
    reach: caller.reach,
    signal: limit.signal,
    deadline: limit.deadline,
    now: caller.host.now ?? Date.now,
    progress: caller.reach.progress ?? (() => {}),
    permits: (path, access) => caller.authority.permits(command, path, access),
    confinement: () => caller.authority.confinement(caller.place),
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
      if (!caller.host.keeper) throw new Error(`${command.path} is not declared with inKeeper or inService`);
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
    hint: 'Restart it: helve service restart',
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

function startLimit({ reach, host }: Caller): Limit {
  const controller = new AbortController();
  const cancel = () => controller.abort(cancellation(reach.signal?.reason));
  if (reach.signal?.aborted) cancel();
  reach.signal?.addEventListener('abort', cancel, { once: true });
  const now = host.now ?? Date.now;
  const { timeout } = reach;
  const deadline = timeout === undefined ? undefined : now() + timeout;
  const late = () =>
    new CommandError('TIMEOUT', `The command took longer than ${timeout} ms`, {
      hint: 'Give it more time with --timeout, or ask for less.',
      details: { timeout },
    });
  let timer = timeout === undefined ? undefined : setTimeout(() => controller.abort(late()), timeout);
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
