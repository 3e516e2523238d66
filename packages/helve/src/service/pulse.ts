import { request } from 'node:http';

/** How often a service that is silent is looked at, and how long it has to say anything at all. */
export interface Pulse {
  readonly everyMs: number;
  readonly patienceMs: number;
}

const USUAL: Pulse = { everyMs: 10_000, patienceMs: 20_000 };

/**
 * Looks after a service while an answer is waited for, and tells once it takes no requests any more. Its port is open
 * then, because the system keeps it so, and nobody would ever answer.
 */
export function watchPulse(port: number, onSilence: () => void, { everyMs, patienceMs }: Pulse = USUAL): () => void {
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  let asked: { destroy(): void } | undefined;
  const again = () => {
    if (!over) timer = setTimeout(look, everyMs);
  };
  const stop = () => {
    over = true;
    clearTimeout(timer);
    asked?.destroy();
  };
  const look = () => {
    const looking = request({ host: '127.0.0.1', port, method: 'GET', agent: false, timeout: patienceMs });
    asked = looking;
    looking.on('response', (response) => response.resume());
    looking.on('timeout', () => {
      stop();
      onSilence();
    });
    // Whoever waits learns by themselves that it is gone.
    looking.on('error', () => {});
    looking.on('close', again);
    looking.end();
  };
  again();
  return stop;
}
