import type { CallTemplate } from '../manual-format.ts';
import { type Args, fillAddress, placeholdersOf, queryPairs } from './address.ts';
import { writeBody } from './body.ts';
import { collectHeaders, cookieHeader } from './headers.ts';
import { readTemplate } from './template.ts';

/** A request as template and arguments make it, before credentials are added. */
export interface Draft {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/**
 * Gives each argument its place: in the path, a header, a cookie or the body. What is left goes into the query, with
 * any method, as the reference implementations do it (their documentation says otherwise).
 */
export function draftRequest(callTemplate: CallTemplate, args: Args): Draft {
  const template = readTemplate(callTemplate);
  const left = new Map(Object.entries(args));
  const take = (names: readonly string[]) => {
    const taken = Object.fromEntries(names.map((name) => [name, left.get(name)]));
    for (const name of names) left.delete(name);
    return taken;
  };
  const path = take(placeholdersOf(template.url));
  const fromArgs = take(template.headerFields);
  const cookies = take(template.cookieFields);
  const takesBody = template.bodyFieldGiven || (template.method !== 'GET' && template.method !== 'HEAD');
  const bodyValue = takesBody ? take([template.bodyField])[template.bodyField] : undefined;
  const body = bodyValue === undefined ? undefined : writeBody(bodyValue, template.contentType);
  const pairs = [...left].flatMap(([name, value]) => queryPairs(name, value, template.queryStyles[name]));
  const headers = collectHeaders(
    { accept: 'application/json, */*;q=0.8' },
    body === undefined ? {} : { 'content-type': body.contentType },
    withoutContentType(template.headers, body?.contentType),
    fromArgs,
  );
  const cookie = cookieHeader(headers.cookie, cookies);
  return {
    method: template.method,
    url: addQuery(fillAddress(template.url, path), pairs),
    headers: cookie === '' ? headers : { ...headers, cookie },
    ...(body === undefined ? {} : { body: body.bytes }),
  };
}

export function addQuery(url: string, pairs: readonly string[]): string {
  if (pairs.length === 0) return url;
  const [address = ''] = url.split('#');
  return address + (address.includes('?') ? '&' : '?') + pairs.join('&');
}

/** The boundary of a multipart body is ours to say. */
function withoutContentType(headers: Readonly<Record<string, string>>, contentType: string | undefined) {
  if (contentType?.startsWith('multipart/') !== true) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'));
}
