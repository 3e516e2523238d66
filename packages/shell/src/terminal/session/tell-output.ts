import { maskCredentials } from '@helve/processes';
import { plainText } from './plain-text.ts';
import type { Session } from './session.ts';

/** Between two tellings: whoever waits wants to see that it goes on, not all of it. */
const PAUSE_MS = 200;
/** The most bytes at the end of the output in which a line is looked for. */
const LOOKED_AT_BYTES = 1024;

/** Tells whoever waits for a session the last line that it printed in the meantime, now and then; gives how to stop. */
export function tellOutput(session: Session, tell: (message: string) => void): () => void {
  const start = session.size;
  let told = '';
  let pause: NodeJS.Timeout | undefined;
  const look = () => {
    pause = undefined;
    const from = Math.max(start, session.size - LOOKED_AT_BYTES);
    const line = lastLine(session.read(from, session.size - from));
    if (line === told || line === '') return;
    told = line;
    tell(line);
  };
  const stop = session.onChange(() => {
    pause ??= setTimeout(look, PAUSE_MS);
  });
  return () => {
    clearTimeout(pause);
    stop();
  };
}

function lastLine(bytes: Buffer): string {
  const lines = plainText(bytes.toString('utf8')).split('\n');
  return maskCredentials(lines.findLast((line) => line.trim() !== '')?.trim() ?? '');
}
