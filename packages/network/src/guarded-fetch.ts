import { ReadableStream } from 'node:stream/web';
import type { Allowances } from './allowances.ts';
import { request } from './request.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Statuses of responses that have no body. */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** `fetch` for libraries that take one: every request is sent within the rules of the guard. */
export function guardedFetch(allow: Allowances, what: string): Fetch {
  return async (url, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const body =
      init.body === undefined || init.body === null ? undefined : await new Response(init.body).arrayBuffer();
    const reply = await request(
      {
        method: init.method ?? 'GET',
        url: String(url),
        headers,
        what,
        ...(body === undefined ? {} : { body: Buffer.from(body) }),
      },
      { allow, now: Date.now, signal: init.signal ?? new AbortController().signal },
    );
    const received = new Headers();
    for (const [name, value] of Object.entries(reply.headers)) {
      // The body is unpacked already.
      if (name === 'content-encoding' || name === 'content-length' || name === 'transfer-encoding') continue;
      for (const each of [value ?? []].flat()) received.append(name, each);
    }
    const empty = NO_BODY.has(reply.status);
    if (empty) reply.close();
    const response = new Response(empty ? null : ReadableStream.from(reply.body), {
      status: reply.status,
      statusText: reply.statusText,
      headers: received,
    });
    Object.defineProperty(response, 'url', { value: reply.url.href });
    return response;
  };
}
