/** The process's streams, as a door uses them. */
export interface Streams {
  readonly stdoutIsTerminal: boolean;
  /** Resolves when the text has left the process, however slowly the other end reads. */
  write(text: string): Promise<void>;
  writeError(text: string): void;
  readStdin(): Promise<string>;
  /** Standard input, line by line, as it comes, until the signal. */
  stdinLines(signal: AbortSignal | undefined): AsyncIterable<string>;
}
