import type { Command } from './command.ts';
import type { Context } from './context.ts';
import { CommandError, toCommandError } from './errors.ts';
import type { Keeper } from './keep.ts';
import { resolvePath } from './paths.ts';
import type { Ask, Decision, Policy, Request } from './policy/policy.ts';
import { takesShellLine, touchesOf } from './policy/touches.ts';
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
  /** Milliseconds the command may take. */
  readonly timeout?: number | undefined;
  /** What this process keeps for commands that live in the service; absent: they are forwarded. */
  readonly keeper?: Keeper | undefined;
  /** Runs a command where its things are kept. The policy has judged it already. */
  readonly forward?: Forward | undefined;
  readonly now?: () => number;
  readonly progress?: (message: string) => void;
}

export type Forward = (command: Command, input: object, from: ForwardedFrom) => Promise<Omit<Outcome, 'input'>>;

/** Where a forwarded command was called, and how long its caller waits. */
export type ForwardedFrom = Pick<Context, 'cwd' | 'env' | 'home' | 'signal' | 'deadline'>;

export interface Outcome {
  readonly data: unknown;
  /** The input as it was understood, with defaults. */
  readonly input: object;
  readonly warnings: readonly string[];
}

/** The one way a command is run, whichever door it came through: validate, authorise, run. Throws CommandError only. */
export async function runCommand(command: Command, rawInput: unknown, caller: Caller): Promise<Outcome> {
  const limit = startLimit(caller);
  try {
    const input = await expand(command, validate(command, rawInput), caller);
    await authorise(command, input, caller);
    limit.check();
    if (!caller.keeper && livesInService(command, input)) {
      return { input, ...(await limit.race(forward(command, input, caller, limit))) };
    }
    const warnings: string[] = [];
    const run = await command.run();
    const data = await limit.race(run(input as never, createContext(command, caller, limit, warnings)));
    return { data, input, warnings };
  } catch (thrown) {
    throw toCommandError(thrown);
  } finally {
    limit.end();
  }
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
  return {
    command: command.path,
    effect: command.effectOf?.(input as never) ?? command.effect,
    touches: touchesOf(command, input, (path) => resolvePath(caller, path)),
  };
}

async function authorise(command: Command, input: object, caller: Caller): Promise<void> {
  const request = caller.policy.open ? plainRequest(command, input, caller) : await requestFor(command, input, caller);
  const decision = caller.policy.judge(request);
  if (decision.verdict === 'allow') return;
  if (decision.verdict === 'ask' && caller.ask) {
    const answer = await caller.ask({ ...request, input, decision });
    if (answer.allow) return;
    throw denied(command, decision, answer.reason ?? 'the user said no');
  }
  throw denied(
    command,
    decision,
    decision.verdict === 'ask' ? 'it must be asked, and there is nobody to ask' : decision.reason,
  );
}

function denied(command: Command, decision: Decision, reason: string): CommandError {
  return new CommandError(
    decision.outsideRoots ? 'OUTSIDE_ROOTS' : 'PERMISSION_DENIED',
    `${command.path} was not permitted: ${reason}`,
    {
      hint: decision.outsideRoots
        ? 'Use a path inside the allowed folders, or add its folder to permissions.roots in the settings.'
        : `Decided by ${decision.rule} (${decision.source}).`,
      retry: 'never',
      details: { verdict: decision.verdict, rule: decision.rule, source: decision.source },
    },
  );
}

function livesInService({ lives }: Command, input: object): boolean {
  return (typeof lives === 'function' ? lives(input as never) : lives) === 'service';
}

function forward(
  command: Command,
  input: object,
  { cwd, env, home, forward }: Caller,
  { signal, deadline }: Limit,
): Promise<Omit<Outcome, 'input'>> {
  if (forward) return forward(command, input, { cwd, env, home, signal, deadline });
  throw new CommandError('UNAVAILABLE', `${command.path} needs the service, which cannot be reached from here`);
}

function createContext(command: Command, caller: Caller, limit: Limit, warnings: string[]): Context {
  return {
    signal: limit.signal,
    deadline: limit.deadline,
    cwd: caller.cwd,
    env: caller.env,
    home: caller.home,
    now: caller.now ?? Date.now,
    progress: caller.progress ?? (() => {}),
    permits: (path, access) => caller.policy.permits(command.path, path, access),
    keep: (keepable) => {
      if (!caller.keeper)
        throw new Error(`${command.path} keeps something and does not say that it lives in the service`);
      return caller.keeper.get(keepable);
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
  /**
   * Settles as the work does. Once the limit is reached, work that listens to the signal has a moment to clean up
   * after itself; work that does not is left alone.
   */
  race<Value>(work: Promise<Value>): Promise<Value>;
  end(): void;
}

/** How long a command that was stopped may still take to undo what it had begun. */
const CLEAN_UP_MS = 3_000;

function startLimit(caller: Caller): Limit {
  const controller = new AbortController();
  const cancel = () => controller.abort(new CommandError('CANCELLED', 'The command was cancelled', { retry: 'safe' }));
  if (caller.signal?.aborted) cancel();
  caller.signal?.addEventListener('abort', cancel, { once: true });
  const { timeout } = caller;
  const timer =
    timeout === undefined
      ? undefined
      : setTimeout(() => {
          controller.abort(
            new CommandError('TIMEOUT', `The command took longer than ${timeout} ms`, {
              hint: 'Give it more time with --timeout, or ask for less.',
              details: { timeout },
            }),
          );
        }, timeout);
  return {
    signal: controller.signal,
    deadline: timeout === undefined ? undefined : (caller.now ?? Date.now)() + timeout,
    check: () => controller.signal.throwIfAborted(),
    race: (work) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          const giveUp = setTimeout(() => reject(controller.signal.reason), CLEAN_UP_MS);
          work.then(
            () => clearTimeout(giveUp),
            () => clearTimeout(giveUp),
          );
        };
        controller.signal.addEventListener('abort', stop, { once: true });
        work.then(resolve, (thrown) => reject(controller.signal.aborted ? controller.signal.reason : thrown));
      }),
    end: () => {
      clearTimeout(timer);
      caller.signal?.removeEventListener('abort', cancel);
    },
  };
}
