import { credentialsFor } from '../auth/credentials.ts';
import { type Connect, type Reply, request } from '@helve/network';
import { addQuery, type Draft } from './draft.ts';
import { cookieHeader, collectHeaders } from './headers.ts';
import { queryPairs } from './query.ts';
import { statusError } from './status.ts';

/**
 * Sends a request with its credentials. An answer of 400 and above is an error; a token that the server no longer takes is
 * replaced once.
 */
export async function send(draft: Draft, auth: unknown, what: string, connect: Connect): Promise<Reply> {
  for (let renew = false; ; renew = true) {
    const credentials = await credentialsFor(auth, connect, renew);
    const headers = collectHeaders(draft.headers, credentials.headers);
    const cookie = cookieHeader(headers.cookie, credentials.cookies);
    const pairs = Object.entries(credentials.query).flatMap(([name, value]) => queryPairs(name, value, undefined));
    const reply = await request(
      {
        ...draft,
        what,
        url: addQuery(draft.url, pairs),
        headers: cookie === '' ? headers : { ...headers, cookie },
      },
      connect,
    );
    if (reply.status < 400) return reply;
    if (reply.status === 401 && credentials.renewable && !renew) {
      reply.close();
      continue;
    }
    throw await statusError(reply, what, [...credentials.secrets, ...sensitive(draft.headers)]);
  }
}

/** Headers that a template may have set by itself to say who asks. */
function sensitive(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers)
    .filter(([name]) => /auth|cookie|key|token|secret/.test(name))
    .flatMap(([, value]) => [value, value.replace(/^\w+ /, '')]);
}
