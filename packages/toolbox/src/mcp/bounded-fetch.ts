import type { CommandError } from '@helve/command';
import { MESSAGE_LIMIT, tooLarge } from './server-error.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A fetch that gives up on a message larger than any that is accepted. In a stream of events, each is a message. */
export function boundedFetch(server: string, onTooLarge: (error: CommandError) => void, send: Fetch): Fetch {
  return async (url, init) => {
    const response = await send(url, init);
    if (!response.body) return response;
    const events = response.headers.get('content-type')?.includes('text/event-stream') === true;
    let bytes = 0;
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          const line = events ? chunk.lastIndexOf(10) : -1;
          bytes = line >= 0 ? chunk.length - line - 1 : bytes + chunk.length;
          if (bytes <= MESSAGE_LIMIT) return controller.enqueue(chunk);
          const error = tooLarge(server, bytes);
          // What reads a single answer hears of it; what reads events would wait for the next.
          if (events) onTooLarge(error);
          controller.error(error);
        },
      }),
    );
    const bounded = new Response(body, response);
    // A response that is made anew does not know where it came from, and the SDK looks at that.
    Object.defineProperty(bounded, 'url', { value: response.url });
    Object.defineProperty(bounded, 'redirected', { value: response.redirected });
    return bounded;
  };
}
