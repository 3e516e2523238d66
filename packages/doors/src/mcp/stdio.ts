import type { Server } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Pipes } from '../streams.ts';
import { exactLines } from './exact-arguments.ts';
import { LARGEST_MESSAGE } from './largest-message.ts';

/** Serves one client on standard input and output, until it leaves or the signal says so. */
export async function serveOnPipes(
  create: () => Server,
  pipes: Pipes,
  signal: AbortSignal | undefined,
  onError: (error: Error) => void,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const transport = new PipeTransport(pipes, resolve);
    const handle = serveStdio(create, { transport, onerror: onError });
    const stop = () => {
      handle.close().then(resolve, reject);
    };
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Says when it is closed, by whichever side: whoever serves has taken its `onclose`. */
class PipeTransport extends StdioServerTransport {
  readonly #onClosed: () => void;

  constructor({ input, output }: Pipes, onClosed: () => void) {
    super(exactLines(input), output, { maxBufferSize: LARGEST_MESSAGE });
    this.#onClosed = onClosed;
  }

  override async close(): Promise<void> {
    await super.close();
    this.#onClosed();
  }
}
