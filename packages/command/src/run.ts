import type { Authority } from './authority.ts';
import type { CallerWith, Outcome } from './caller.ts';
import type { Command, RunsIn } from './command.ts';
import type { Context } from './context.ts';
import { CommandError, toCommandError } from './errors.ts';
import { validate } from './validate.ts';

type Caller = CallerWith<Authority>;

/** The one way a command is run, whichever door it came through: validate, authorise, run. Throws CommandError only. */
export async function runCommand(command: Command, rawInput: unknown, caller: Caller): Promise<Outcome> {
  const limit = startLimit(caller);
  try {
    const { input: given, warnings: noted } = await validate(command, rawInput);
    const subject = (await command.subject?.(given, caller)) ?? {};
    const { input = given } = subject;
    await caller.authority.authorise({
      command,
      input,
      subject,
      place: caller,
      peek: async (other) => (await perform(command, other, caller, limit)).data,
    });
    limit.check();
    const { warnings, ...outcome } = await perform(command, input, caller, limit);
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
async function perform(command: Command, input: object, caller: Caller, limit: Limit): Promise<Omit<Outcome, 'input'>> {
  const where = runsElsewhere(command, input, caller);
  // The service keeps the time itself, and says more of what took it.
  if (where === 'service') limit.leaveToService();
  if (where) return limit.race(forward(command, input, caller, limit));
  const [warnings, facts]: [string[], Record<string, unknown>] = [[], {}];
  const run = await command.run();
  const data = await limit.race(run(input, createContext(command, caller, limit, warnings, facts)));
  return { data, warnings, ...(Object.keys(facts).length > 0 ? { facts } : {}) };
}

/** Where the command must run, if that is not here. */
function runsElsewhere({ run }: Command, input: object, caller: Caller): RunsIn | undefined {
  const where = run.runsIn?.(input, caller);
  const { keeper } = caller;
  return (where === 'service' ? keeper?.sole : keeper) ? undefined : where;
}

async function forward(
  command: Command,
  input: object,
  { forward, ...caller }: Caller,
  { signal, deadline }: Limit,
): Promise<Omit<Outcome, 'input'>> {
  if (forward) {
    const confinedTo = command.confines?.(input) ? await caller.authority.confinement(caller) : undefined;
    return forward(command, input, { ...caller, signal, deadline, confinedTo });
  }
  throw new CommandError('UNAVAILABLE', `${command.path} needs the service, which cannot be reached from here`);
}

function createContext(
  command: Command,
  caller: Caller,
  limit: Limit,
  warnings: string[],
  facts: Record<string, unknown>,
): Context {
  return {
    signal: limit.signal,
    deadline: limit.deadline,
    cwd: caller.cwd,
    env: caller.env,
    home: caller.home,
    handOver: caller.handOver,
    requestId: caller.requestId,
    now: caller.now ?? Date.now,
    progress: caller.progress ?? (() => {}),
    onPrinted: caller.onPrinted,
    contact: caller.contact ?? {},
    permits: (path, access) => caller.authority.permits(command, path, access),
    confinement: () => caller.authority.confinement(caller),
    call: async (other, input) => {
      const outcome = await runCommand(other, input, { ...caller, signal: limit.signal, requestId: undefined });
      warnings.push(...outcome.warnings);
      return outcome.data;
    },
    registry: async () => {
      if (!caller.registry) throw new Error(`${command.path} asks for the registry, and its caller has none`);
      return caller.registry.at(caller);
    },
    keep: (keepable) => {
      if (!caller.keeper)
        throw new Error(`${command.path} keeps something and is not declared with inKeeper or inService`);
      return caller.keeper.get(keepable);
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
    hint: 'End it and start another: helve service restart',
    retry: 'conditional',
  });
}

/** Why work ended that was stopped: where it throws the same, that may tell besides what was done until then. */
function stopReason({ aborted, reason }: AbortSignal, thrown: unknown): unknown {
  if (!aborted) return thrown;
  return thrown instanceof CommandError && thrown.code === (reason as CommandError).code ? thrown : reason;
}

/** How long a command that was stopped may still take to undo what it had begun. */
const CLEAN_UP_MS = 3_000;

function startLimit(caller: Caller): Limit {
  const controller = new AbortController();
  const cancel = () => controller.abort(cancellation(caller.signal?.reason));
  if (caller.signal?.aborted) cancel();
  caller.signal?.addEventListener('abort', cancel, { once: true });
  const now = caller.now ?? Date.now;
  const { timeout } = caller;
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
      caller.signal?.removeEventListener('abort', cancel);
    },
  };
}
