import type { Waiting } from './waiting.ts';

/** What ended a wait. */
export type Reason = 'match' | 'idle' | 'exit' | 'prompt' | 'waiting' | 'deadline' | 'output';

/** What may be waited for: a match in what is printed, quiet, the end, the shell's prompt, or anything at all. */
export type Until =
  | { readonly kind: 'match'; readonly matches: () => Promise<boolean> }
  | { readonly kind: 'idle' | 'exit' | 'prompt' | 'output' | 'answer' };

/** The session as far as waiting needs to know it. */
export interface Watched {
  readonly running: boolean;
  readonly size: number;
  onChange(listener: () => void): () => void;
  probe(): Waiting;
  /** Waits until all that was printed has been received; false: it cannot be known. */
  received(): Promise<boolean>;
}

export interface WaitOptions {
  readonly until: Until;
  /** Output from here on is new. */
  readonly from: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What was typed before may still be on its way: whoever seems to wait may only not have seen it. */
  readonly isUnanswered?: boolean;
  /** Whether the terminal itself shows what is typed; asked only when nothing was shown for a while. */
  readonly echoes?: () => Promise<boolean>;
  /** Called at the first of two looks that must agree that the program waits. */
  readonly onWaiting?: (seen: Waiting) => void;
}

/** No output for this long is quiet. */
const IDLE_MS = 500;
/** After something was typed and answered, quiet must last longer: programs pause to work. */
const ANSWER_IDLE_MS = 1000;
/** What is printed within this is one output. */
const GATHER_MS = 25;
/** Input that is not echoed takes at most this long to reach the program. */
const INPUT_MS = 120;
/** Input that is echoed is seen as soon as somebody looks, which on a busy machine may be much later. */
const ECHO_MS = 3000;
/** A program that printed nothing for this long is worth a look at whether it waits. */
const QUIET_MS = 1;
/** Between the two looks that must agree that it does: the kernel knows, a line that looks like a prompt may go on. */
const SECOND_LOOK_MS = { kernel: 1, guess: 5 };

/** How long a program that waits for input with a limit must have done so: it may be about to go on by itself. */
const TIMED_MS = 300;

/** Waits for the first of: what is asked for, the end of the program, that it waits for input, the deadline. */
export async function waitFor(session: Watched, options: WaitOptions): Promise<Reason> {
  const { until, from, timeoutMs, signal } = options;
  const started = performance.now();
  let size = session.size;
  let changedAt = started;
  let looked = 0;
  let lookAfter = SECOND_LOOK_MS.kernel;
  let waitingAt: number | undefined;
  let searchedTo = from;
  let settleMs = until.kind === 'answer' || options.isUnanswered ? INPUT_MS : 0;
  let { echoes } = options;
  for (;;) {
    const now = performance.now();
    if (session.size !== size) {
      size = session.size;
      changedAt = now;
      waitingAt = undefined;
      lookAfter = Math.min(lookAfter, 12);
    }
    const isNew = size > from;
    if (until.kind === 'match' && size > searchedTo) {
      searchedTo = size;
      if (await until.matches()) return 'match';
    }
    if (!session.running) return 'exit';
    if (until.kind === 'output' && isNew && now - changedAt >= (changedAt === started ? 0 : GATHER_MS)) return 'output';
    if (now - changedAt >= quietFor(until, isNew)) return 'idle';
    if (now - started >= timeoutMs || signal.aborted) return 'deadline';

    // While it prints it does not wait.
    const isQuiet = now - changedAt >= QUIET_MS || changedAt === started;
    if (!isNew && echoes && settleMs > 0 && now - started >= settleMs) {
      if (await echoes()) settleMs = ECHO_MS;
      echoes = undefined;
    }
    const hasInput = isNew || now - started >= settleMs;
    if (isQuiet && hasInput && until.kind !== 'idle' && now - looked >= lookAfter) {
      const seen = session.probe();
      const { waiting, evidence, atPrompt, timed } = seen;
      looked = performance.now();
      if (!waiting) waitingAt = undefined;
      else if (waitingAt !== size) {
        waitingAt = size;
        options.onWaiting?.(seen);
        // What it printed before it waited may still be on its way. Once it is here, the second look need not wait.
        if (evidence === 'kernel' && !timed && (await session.received())) {
          looked = 0;
          continue;
        }
      } else if (session.size === size && now - changedAt >= (timed ? TIMED_MS : 0)) {
        const reason = reasonOf(until, atPrompt);
        // It may have printed just before, and wait again: then what it printed is there to be read by now.
        if (reason) await new Promise(setImmediate);
        if (reason && session.size === size) return reason;
      }
      if (!waiting) lookAfter = Math.min(lookAfter * 2, 100);
      else if (timed) lookAfter = GATHER_MS;
      else lookAfter = evidence === 'kernel' ? SECOND_LOOK_MS.kernel : SECOND_LOOK_MS.guess;
    }
    await changeOrTime(session, Math.max(1, Math.min(lookAfter, started + timeoutMs - now, GATHER_MS)), signal);
  }
}

/** Whether a program that waits for input ends the wait, and as what. */
function reasonOf({ kind }: Until, atPrompt: boolean): Reason | undefined {
  if (kind === 'prompt') return atPrompt ? 'prompt' : 'waiting';
  // A job in the background may still print what is awaited while the shell stands at its prompt.
  if (kind === 'match' && atPrompt) return undefined;
  return 'waiting';
}

function quietFor({ kind }: Until, isNew: boolean): number {
  if (kind === 'idle') return IDLE_MS;
  return kind === 'answer' && isNew ? ANSWER_IDLE_MS : Number.POSITIVE_INFINITY;
}

function changeOrTime(session: Watched, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    const stop = session.onChange(done);
    signal.addEventListener('abort', done, { once: true });
  });
}
