import type { Streams } from '@helve/registry';

/** The streams of this process. */
export function processStreams(): Streams {
  return {
    stdoutIsTerminal: process.stdout.isTTY === true,
    write: (text) =>
      new Promise((resolve, reject) => {
        process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    writeError: (text) => {
      process.stderr.write(text);
    },
    readStdin: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString('utf8');
    },
    async *stdinLines() {
      const { createInterface } = await import('node:readline');
      yield* createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
    },
  };
}
