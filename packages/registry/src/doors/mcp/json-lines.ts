import type { Readable } from 'node:stream';

/** A whole file may be an argument. */
export const LARGEST_MESSAGE = 64 * 1024 * 1024;

const NEWLINE = 0x0a;

export interface LineEvents {
  readonly onMessage: (message: unknown) => void;
  /** A line that is no JSON: it is passed over. */
  readonly onBroken: (error: Error) => void;
  /** There is nothing more to come, or a line is longer than any message may be. */
  readonly onEnd: (error?: Error) => void;
}

/** Reads one message of JSON per line; gives how to stop. */
export function readJsonLines(input: Readable, { onMessage, onBroken, onEnd }: LineEvents): () => void {
  let parts: Buffer[] = [];
  let held = 0;
  const take = (line: Buffer) => {
    const text = line.toString('utf8').trim();
    if (text === '') return;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch (thrown) {
      onBroken(thrown as Error);
      return;
    }
    onMessage(message);
  };
  const onData = (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const rest = chunk.subarray(from, at);
      const line = parts.length === 0 ? rest : Buffer.concat([...parts, rest]);
      parts = [];
      held = 0;
      from = at + 1;
      take(line);
    }
    if (from === chunk.length) return;
    parts.push(chunk.subarray(from));
    held += chunk.length - from;
    if (held > LARGEST_MESSAGE) end(new Error(`A message is longer than ${LARGEST_MESSAGE} bytes`));
  };
  const stop = () => {
    input.off('data', onData).off('end', end).off('close', end).off('error', end).pause();
  };
  const end = (error?: Error) => {
    stop();
    onEnd(error);
  };
  input.on('data', onData).once('end', end).once('close', end).once('error', end);
  return stop;
}
