import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Why a request is not let in. */
export interface Refusal {
  readonly status: 401 | 403 | 404;
  readonly message: string;
}

export interface Gate {
  readonly port: number;
  readonly path: string;
  /** Absent: nothing that is served needs one. */
  readonly token: string | undefined;
}

/**
 * Looks at a request before its body is read. A page in the user's browser can reach 127.0.0.1, under a name of its own
 * that resolves to it; but it cannot choose Host and Origin, and it does not know the token.
 */
export function refuse({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>, gate: Gate): Refusal | undefined {
  const hosts = [`127.0.0.1:${gate.port}`, `localhost:${gate.port}`];
  const { host = '', origin, authorization = '' } = headers;
  if (!hosts.includes(host)) return { status: 403, message: 'This server accepts requests to 127.0.0.1 only' };
  if (origin !== undefined && !hosts.some((own) => origin === `http://${own}`)) {
    return { status: 403, message: 'This server refuses requests from other origins' };
  }
  if (pathOf(url) !== gate.path) {
    return { status: 404, message: `This server answers at ${gate.path} only` };
  }
  if (gate.token === undefined) return undefined;
  const [scheme = '', given = ''] = authorization.split(' ');
  if (scheme.toLowerCase() === 'bearer' && isSame(given, gate.token)) return undefined;
  return { status: 401, message: 'A bearer token is required; the server printed the path of its file at start' };
}

/** What a client wrote there may be no URL at all. */
function pathOf(url = ''): string {
  return url.split(/[?#]/, 1)[0] ?? '';
}

/** In a time that does not depend on how much of it is right. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
