import type { Readable } from 'node:stream';

const NEWLINE = 0x0a;

export interface LineReading {
  /** The most bytes that a line may have. */
  readonly largest: number;
  /** How a line is parsed; absent: as JSON. */
  readonly parse?: (line: string) => unknown;
  readonly onMessage: (message: unknown) => void;
  /** A line that is no JSON: it is passed over. */
  readonly onBroken: (error: Error) => void;
  /** There is nothing more to come, or a line is longer than any message may be. */
  readonly onEnd: (error?: Error) => void;
}

/** Reads one message of JSON per line; gives how to stop. */
export function readJsonLines(
  input: Readable,
  { largest, parse = JSON.parse, onMessage, onBroken, onEnd }: LineReading,
): () => void {
  let parts: Buffer[] = [];
  let held = 0;
  const take = (line: Buffer) => {
    const text = line.toString('utf8').trim();
    if (text === '') return;
    let message: unknown;
    try {
      message = parse(text);
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
    if (held > largest) end(new Error(`A message is longer than ${largest} bytes`));
  };
  const stop = () => {
    input.off('data', onData).off('end', end).off('close', end).off('error', end).pause();
    // An input that breaks afterwards is nobody's concern, and would end the process.
    input.on('error', () => {});
  };
  const end = (error?: Error) => {
    stop();
    onEnd(error);
  };
  input.on('data', onData).once('end', end).once('close', end).once('error', end);
  return stop;
}
