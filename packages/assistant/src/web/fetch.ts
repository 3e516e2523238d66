import { CommandError, type Context } from '@helve/command';
import { checkUrl, reachOfHost, readBody, type Reply, request, withLimit } from '@helve/network';
import { readWebSettings } from '../settings/web.ts';

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly mediaType: string;
  readonly title?: string;
  readonly content: string;
  readonly encoding: 'utf-8' | 'base64';
  readonly bytes: number;
  readonly redirect?: string;
}

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 5 * 1024 * 1024;

/** Reads a page. Only public addresses, unless the settings allow others: a model must not reach into the user's network. */
export async function fetchPage(
  { url, raw }: { readonly url: string; readonly raw: boolean },
  { place: { home }, now, signal }: Context,
): Promise<Page> {
  const allow = readWebSettings(home).network?.allowPrivate === true ? { privateNetwork: true } : {};
  const asked = publicUrl(url, allow.privateNetwork === true);
  const what = `GET ${asked.origin}${asked.pathname}`;
  return withLimit(signal, TIMEOUT_MS, what, async (limited) => {
    const headers = {
      accept: 'text/markdown, text/html, application/xhtml+xml, text/plain, application/json, */*;q=0.5',
    };
    const connect = { allow, now, signal: limited };
    try {
      const reply = await request({ method: 'GET', url: asked.href, headers, what }, connect);
      return await toPage(reply, what, raw);
    } catch (thrown) {
      const redirect = elsewhere(thrown);
      if (redirect === undefined) throw thrown;
      return { url: asked.href, ...redirect, mediaType: '', content: '', encoding: 'utf-8', bytes: 0 };
    }
  });
}

function publicUrl(text: string, anywhere: boolean): URL {
  if (!/^https?:/i.test(text)) {
    throw new CommandError('INVALID_INPUT', `${JSON.stringify(text)} is not an address that begins with https://`, {
      hint: 'Write it in full: https://example.com/page',
    });
  }
  const url = new URL(checkUrl(text.replace(/^http:/i, anywhere ? 'http:' : 'https:'), { privateNetwork: anywhere }));
  if (!anywhere && reachOfHost(url) !== 'public') {
    throw new CommandError('PERMISSION_DENIED', `${url.host} is this machine, which is refused`, {
      hint: 'If the user wants it, they can set "network": {"allowPrivate": true} in settings.json, or use the shell: curl.',
      retry: 'never',
    });
  }
  url.hash = '';
  return url;
}

/** A redirect to another server is told of, not followed: whoever asked may be asked about it. */
function elsewhere(thrown: unknown): { readonly status: number; readonly redirect: string } | undefined {
  if (!(thrown instanceof CommandError) || thrown.code !== 'REJECTED') return undefined;
  const { location, status } = thrown.details ?? {};
  return typeof location === 'string' && typeof status === 'number' ? { status, redirect: location } : undefined;
}

async function toPage(reply: Reply, what: string, raw: boolean): Promise<Page> {
  const { status, headers } = reply;
  const url = reply.url.href;
  const type = headers['content-type'] ?? 'application/octet-stream';
  const mediaType = (type.split(';')[0] ?? '').trim().toLowerCase();
  const body = await readBody(reply, what, MOST_BYTES);
  if (status < 200 || status >= 300) {
    throw new CommandError('UNAVAILABLE', `${what}: the server answered ${status} ${reply.statusText}`.trim(), {
      hint: status === 404 ? 'Check the address, or look for the page from the front page of the site.' : undefined,
      details: { status },
      retry: status >= 500 || status === 429 ? 'safe' : 'conditional',
    });
  }
  const about = { url, status, mediaType, bytes: body.length };
  if (mediaType === 'application/pdf' || /^image\/(?:png|jpeg|gif|webp)$/.test(mediaType)) {
    return { ...about, content: body.toString('base64'), encoding: 'base64' };
  }
  if (!isText(mediaType, body)) {
    throw new CommandError('BINARY', `${what}: ${mediaType} cannot be read as text (${body.length} bytes)`, {
      hint: 'To keep it: curl -o <file> in the shell.',
    });
  }
  const text = decode(body, type);
  if (raw || !/html/.test(mediaType)) return { ...about, content: text, encoding: 'utf-8' };
  const { toReadable } = await import('./readable.ts');
  return { ...about, ...toReadable(text, url), encoding: 'utf-8' };
}

function isText(mediaType: string, body: Buffer): boolean {
  if (/^text\/|json|xml|javascript|yaml|markdown|x-www-form-urlencoded|html/.test(mediaType)) return true;
  return !body.subarray(0, 4096).includes(0) && mediaType === 'application/octet-stream';
}

function decode(body: Buffer, contentType: string): string {
  const named =
    /charset="?([\w-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]+charset="?([\w-]+)/i.exec(body.toString('latin1', 0, 2048))?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(body);
  } catch {
    return body.toString('utf8');
  }
}
