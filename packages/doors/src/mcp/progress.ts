/** How often a client that asked for progress hears of a call that reports nothing new. */
const HEARTBEAT_MS = 1_000;
/** After this long, only every so many heartbeats. */
const LONG_MS = 10_000;
const SLOWED = 5;

/** The most characters of a line of output. */
const LONGEST = 500;

export interface Progress {
  readonly report: (message: string) => void;
  /** Takes the last lines that a program printed, and reports the last of them. */
  readonly onPrinted: (lastLines: string) => void;
  readonly end: () => void;
}

/** Counts up with each report, as the protocol wants it. A call that is silent is reported as running, with its last message. */
export function startProgress(send: (progress: number, message: string) => void): Progress {
  const started = performance.now();
  let count = 0;
  let beats = 0;
  let latest = '';
  let isNew = false;
  const report = (message: string) => {
    latest = message;
    isNew = true;
    send(++count, message);
  };
  const heartbeat = setInterval(() => {
    const wasNew = isNew;
    isNew = false;
    const elapsed = performance.now() - started;
    if (wasNew || (elapsed > LONG_MS && ++beats % SLOWED !== 0)) return;
    send(++count, `still running, ${Math.round(elapsed / 1000)} s${latest === '' ? '' : `: ${latest}`}`);
  }, HEARTBEAT_MS);
  return {
    report,
    onPrinted: (lastLines) => {
      const line = lastLines.split('\n').findLast((each) => each.trim() !== '');
      if (line !== undefined && line !== latest) report(line.trim().slice(0, LONGEST));
    },
    end: () => clearInterval(heartbeat),
  };
}
