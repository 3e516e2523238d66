import { shorter } from '../timeouts.ts';
import { credentialsFor } from '../auth/credentials.ts';
import { type Connect, type Reply, request } from '@helve/network';
import { addQuery, type Draft } from './draft.ts';
import { cookieHeader, collectHeaders } from './headers.ts';
import { queryPairs } from './address.ts';
import { statusError } from './status.ts';
import type { CallTemplate } from '../manual-format.ts';
import type { ToolCall } from '../protocol.ts';

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

export const DISCOVERY_MS = 10_000;
export const CALL_MS = 30_000;
export const STREAM_MS = 60_000;

/** How long a call may take: as the caller says, else the template, else what is usual. */
export function timeoutOf(call: ToolCall, usual: number): number {
  return shorter(call.timeoutMs, timeoutIn(call.template)) ?? usual;
}

export function timeoutIn({ timeout }: CallTemplate): number | undefined {
  return typeof timeout === 'number' && Number.isFinite(timeout) && timeout > 0 ? timeout : undefined;
}

/**
 * Who is asked for what, for messages. The address is that of the template before variables and arguments were filled in,
 * without its query, so no secret can be in it.
 */
export function describeCall({ manualName, tool }: ToolCall): string {
  const { url } = tool.tool_call_template;
  const address = typeof url === 'string' ? ` (${withoutQuery(url)})` : '';
  return `${manualName}.${tool.name}${address}`;
}

export function describeDiscovery(template: CallTemplate): string {
  const { url } = template;
  const origin = typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : 'an unknown place';
  return `Reading the manual at ${origin}`;
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//');
}
