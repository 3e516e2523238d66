import type { Readable, Writable } from 'node:stream';

/** The process's streams, as a door uses them. */
export interface Streams {
  readonly stdoutIsTerminal: boolean;
  /** Resolves when the text has left the process, however slowly the other end reads. */
  readonly write: (text: string) => Promise<void>;
  readonly writeError: (text: string) => void;
  /** All of standard input, or somewhat more than so many bytes of it. */
  readonly readStdin: (most: number) => Promise<Buffer>;
  /** Standard input, line by line, as it comes, until the signal. */
  readonly stdinLines: (signal: AbortSignal | undefined) => AsyncIterable<string>;
  /** Standard input and output as they are, for a door that speaks a protocol on them; absent where there are none. */
  readonly pipes?: () => Pipes;
}

export interface Pipes {
  readonly input: Readable;
  readonly output: Writable;
}
