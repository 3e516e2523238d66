import type { Readable } from 'node:stream';
import { LARGEST_MESSAGE } from './largest-message.ts';

/**
 * What a client says first, which is still there to be read afterwards; nothing where it leaves before, or the signal
 * comes. The first line that is JSON counts: others are passed over by whoever reads on.
 */
export function peekFirstMessage(input: Readable, signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const done = (message: unknown) => {
      input.off('readable', look).off('end', leave).off('close', leave).off('error', leave);
      signal?.removeEventListener('abort', leave);
      // Not before the stream has noticed that it may flow for others.
      setImmediate(resolve, message);
    };
    const leave = () => done(undefined);
    const look = () => {
      for (let chunk: unknown = input.read(); chunk !== null; chunk = input.read()) {
        chunks.push(chunk as Buffer);
        bytes += (chunk as Buffer).length;
        const message = (chunk as Buffer).includes('\n') ? firstJson(Buffer.concat(chunks)) : undefined;
        // Whoever reads on refuses what is too long.
        if (message === undefined && bytes <= LARGEST_MESSAGE) continue;
        input.unshift(Buffer.concat(chunks));
        done(message ?? null);
        return;
      }
    };
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave, { once: true });
    input.on('readable', look).once('end', leave).once('close', leave).once('error', leave);
  });
}

function firstJson(bytes: Buffer): unknown {
  for (const line of bytes.toString('utf8').split('\n').slice(0, -1)) {
    try {
      return JSON.parse(line);
    } catch {
      // The next may be.
    }
  }
  return undefined;
}
