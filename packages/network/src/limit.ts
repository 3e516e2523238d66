import { CommandError, throwIfAborted } from '@helve/command';

/** Node fires timers beyond this at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Does work under a signal that is aborted when time is up or the outer signal is. */
export async function withLimit<T>(
  outer: AbortSignal,
  milliseconds: number,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  throwIfAborted(outer);
  const controller = new AbortController();
  const timer = setTimeout(
    () => {
      controller.abort(
        new CommandError('TIMEOUT', `${what}: no complete response within ${milliseconds} ms`, {
          hint: 'Give more time with "timeout" (in milliseconds) in the call template, or ask for less.',
          retry: 'conditional',
          details: { timeoutMs: milliseconds },
        }),
      );
    },
    Math.min(milliseconds, LONGEST_TIMER),
  );
  const forward = () => controller.abort(outer.reason);
  outer.addEventListener('abort', forward, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', forward);
  }
}
