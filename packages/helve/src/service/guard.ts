import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readToken } from '@helve/settings';
import { tokenFile } from './token.ts';
import { isUtcp, UTCP_PATH } from './utcp-path.ts';

export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Why a request may not be read any further, as a status and a sentence. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** Judges a request by its head. A web page can reach our port, but cannot leave out what its browser adds. */
export function refusalOf(request: IncomingMessage, port: number, home: string): Refusal | undefined {
  const { headers, method, url } = request;
  if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`) {
    return { status: 403, message: 'The Host header names another host' };
  }
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) {
    return { status: 403, message: 'Requests from web pages are refused' };
  }
  if (!hasToken(headers.authorization, home)) return { status: 401, message: 'The token is missing or wrong' };
  const utcp = isUtcp(url);
  if (url !== '/' && !utcp) return { status: 404, message: `There are only / and ${UTCP_PATH}` };
  if (method !== 'POST' && !utcp) return { status: 405, message: 'Only POST is understood' };
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) return TOO_LARGE;
  return undefined;
}

export const TOO_LARGE: Refusal = { status: 413, message: `A request may have ${MAX_BODY_BYTES} bytes at most` };

/** The file is read and checked each time: one that was opened to others stops working at once. */
function hasToken(authorization: string | undefined, home: string): boolean {
  const given = Buffer.from(authorization ?? '');
  try {
    const wanted = Buffer.from(`Bearer ${readToken(tokenFile(home))}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  } catch {
    return false;
  }
}
