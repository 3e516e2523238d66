import type { Command, Lives } from './command.ts';
import type { Contact } from './contact.ts';
import type { Context, Facts } from './context.ts';
import { CommandError, toCommandError } from './errors.ts';
import type { Keeper } from './keep.ts';
import { resolvePath } from './paths.ts';
import type { Ask, Decision, Judged, Policy, Request } from './policy/policy.ts';
import { hostsOf, takesShellLine, touchesOf } from './policy/touches.ts';
import type { Registry } from './registry.ts';
import { validate } from './validate.ts';

/** Who calls: where they stand, what they may do, and how to reach them. */
export interface Caller {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The state folder, HELVE_HOME. */
  readonly home: string;
  readonly policy: Policy;
  /** How to put a question to a person; where it is absent, "ask" means deny. */
  readonly ask?: Ask | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Aborted when what runs should go on without the caller, who is told where. */
  readonly handOver?: AbortSignal | undefined;
  /** Milliseconds the command may take. */
  readonly timeout?: number | undefined;
  /** What this process keeps for commands that live in the service; absent: they are forwarded. */
  readonly keeper?: Keeper | undefined;
  /** The commands there are, for those that speak of others or run them. */
  readonly registry?: Registry | undefined;
  /** Runs a command where its things are kept. The policy has judged it already. */
  readonly forward?: Forward | undefined;
  readonly now?: () => number;
  readonly progress?: (message: string) => void;
  /** Told now and then the last lines that a program printed which this process runs. */
  readonly onPrinted?: ((lastLines: string) => void) | undefined;
  readonly contact?: Contact | undefined;
  /** Under which this one call is known, where somebody follows it. */
  readonly requestId?: string | undefined;
  /** Told on which way a command went that was forwarded. */
  readonly onForwarded?: ((way: Way) => void) | undefined;
}

export interface Way {
  readonly url: string;
  readonly httpStatus: number;
}

export type Forward = (command: Command, input: object, from: ForwardedFrom) => Promise<Omit<Outcome, 'input'>>;

/** Where a forwarded command was called, how long its caller waits, and how they are reached meanwhile. */
export type ForwardedFrom = Pick<Context, 'cwd' | 'env' | 'home' | 'signal' | 'deadline'> &
  Pick<Caller, 'progress' | 'contact' | 'handOver' | 'requestId' | 'onForwarded'>;

export interface Outcome {
  readonly data: unknown;
  /** The input as it was understood, with defaults. */
  readonly input: object;
  readonly warnings: readonly string[];
  /** What is known of the call beside its data. */
  readonly facts?: Facts | undefined;
}

/** The one way a command is run, whichever door it came through: validate, authorise, run. Throws CommandError only. */
export async function runCommand(command: Command, rawInput: unknown, caller: Caller): Promise<Outcome> {
  const limit = startLimit(caller);
  try {
    const input = await expand(command, validate(command, rawInput), caller);
    await authorise(command, input, caller, limit);
    limit.check();
    return { input, ...(await perform(command, input, caller, limit)) };
  } catch (thrown) {
    throw toCommandError(thrown);
  } finally {
    limit.end();
  }
}

/** Runs it here, or where its things are kept. */
async function perform(command: Command, input: object, caller: Caller, limit: Limit): Promise<Omit<Outcome, 'input'>> {
  const where = livesElsewhere(command, input, caller);
  // The service keeps the time itself, and says more of what took it.
  if (where === 'home') limit.leaveToService();
  if (where) return limit.race(forward(command, input, caller, limit));
  const [warnings, facts]: [string[], Record<string, unknown>] = [[], {}];
  const run = await command.run();
  const data = await limit.race(run(input as never, createContext(command, caller, limit, warnings, facts)));
  return { data, warnings, ...(Object.keys(facts).length > 0 ? { facts } : {}) };
}

/** The input with what its names stand for, which is what is judged and run. */
export async function expand(command: Command, input: object, { cwd, env, home }: Caller): Promise<object> {
  return (await command.expand?.(input as never, { cwd, env, home })) ?? input;
}

/** What is judged of a call, without running it. */
export async function requestFor(command: Command, input: object, caller: Caller): Promise<Request> {
  const request = plainRequest(command, input, caller);
  if (!takesShellLine(command)) return request;
  const { withShellLine } = await import('./policy/shell/request.ts');
  return withShellLine(request, command, input, caller);
}

function plainRequest(command: Command, input: object, caller: Caller): Request {
  const hosts = hostsOf(command, input);
  return {
    ...(hosts.length > 0 ? { hosts } : {}),
    command: command.path,
    effect: command.effectOf?.(input as never) ?? command.effect,
    touches: touchesOf(command, input, (path) => resolvePath(caller, path)),
  };
}

async function authorise(command: Command, input: object, caller: Caller, limit: Limit): Promise<void> {
  const { request, decision } = await judge(command, input, caller, limit);
  if (decision.verdict === 'allow') return;
  const { denied } = await import('./denied.ts');
  if (decision.verdict === 'ask' && caller.ask) {
    const preview = command.preview && (async () => (await command.preview?.())?.(input as never, caller));
    const answer = await caller.ask({ ...request, input, decision, preview });
    if (answer.allow) return;
    throw denied(command, decision, answer.reason ?? 'the user said no');
  }
  throw denied(
    command,
    decision,
    decision.verdict === 'ask' ? 'it must be asked, and there is nobody to ask' : decision.reason,
  );
}

async function judge(command: Command, input: object, caller: Caller, limit: Limit): Promise<Judged> {
  const { policy } = caller;
  if (policy.open) {
    const request = plainRequest(command, input, caller);
    return { request, decision: policy.judge(request) };
  }
  const request = await requestFor(command, input, caller);
  const judged = { request, decision: decide(command, input, request, policy) };
  const { types } = command;
  if (!types || request.effect === 'inspect' || judged.decision.verdict === 'deny') return judged;
  const { data } = await perform(command, types.ask(input as never), caller, limit);
  const lines = types.lines(data as never);
  if (!lines) return judged;
  const { judgeTyped } = await import('./policy/shell/typed.ts');
  return judgeTyped(judged, lines, caller);
}

/**
 * What the policy says of a request, also under the names of the commands that it stands for: the strictest counts. A
 * name of its own that a rule allows is enough for what would else be asked because of the mode.
 */
export function decide(command: Command, input: object, request: Request, policy: Policy): Decision {
  const under = (name: string) => policy.judge({ ...request, command: name });
  const own = (command.alsoNamed?.(input as never) ?? []).map(under);
  const decisions = [under(request.command), ...own, ...(command.standsFor?.(input as never) ?? []).map(under)];
  const denied = decisions.find(({ verdict }) => verdict === 'deny');
  const asked = decisions.filter(({ verdict }) => verdict === 'ask');
  const allowed = own.find(({ verdict }) => verdict === 'allow');
  if (denied) return denied;
  if (allowed && asked.every(({ rule }) => rule === `mode ${policy.mode}`)) return allowed;
  return asked[0] ?? decisions[0] ?? under(request.command);
}

function livesElsewhere({ lives }: Command, input: object, { keeper, handOver }: Caller): Lives | undefined {
  const where = typeof lives === 'function' ? lives(input as never, { handOver }) : lives;
  return (where === 'home' ? keeper?.sole : keeper) ? undefined : where;
}

function forward(
  command: Command,
  input: object,
  { cwd, env, home, progress, contact, handOver, requestId, onForwarded, forward }: Caller,
  { signal, deadline }: Limit,
): Promise<Omit<Outcome, 'input'>> {
  const way = { contact, handOver, requestId, onForwarded, ...(progress ? { progress } : {}) };
  const from = { cwd, env, home, signal, deadline, ...way };
  if (forward) return forward(command, input, from);
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
    permits: (path, access) => caller.policy.permits(command.path, path, access),
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
        throw new Error(`${command.path} keeps something and does not say that it lives in the service`);
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
  return thrown instanceof CommandError && thrown.message === (reason as CommandError).message ? thrown : reason;
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
