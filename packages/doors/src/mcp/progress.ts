/** How often a client that asked for progress hears of a call that says nothing by itself. */
const HEARTBEAT_MS = 5_000;

export interface Progress {
  readonly report: (message: string) => void;
  readonly end: () => void;
}

/** Counts up with each report, as the protocol wants it, and says now and then that the call still runs. */
export function startProgress(send: (progress: number, message: string) => void): Progress {
  let count = 0;
  const report = (message: string) => send(++count, message);
  const started = performance.now();
  const heartbeat = setInterval(
    () => report(`still running, ${Math.round((performance.now() - started) / 1000)} s`),
    HEARTBEAT_MS,
  );
  return { report, end: () => clearInterval(heartbeat) };
}
