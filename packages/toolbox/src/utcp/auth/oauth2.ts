import { createHash } from 'node:crypto';
import { CommandError } from '@helve/command';
import { type Connect, readBeginning, readBody, type Reply, request } from '@helve/network';
import type { Auth } from './auth.ts';
import { redact } from './redact.ts';

type ClientCredentials = Extract<Auth, { auth_type: 'oauth2' }>;

interface Token {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** Kept while the process lives, by all that makes one token differ from another. */
const tokens = new Map<string, Token>();

const LIFETIME_SECONDS = 3600;
/** A token is not used in its last seconds: it could expire on the way. */
const EARLY_MS = 10_000;
const MOST_BYTES = 1024 * 1024;

/** A token for a client's own credentials: a kept one, or a new one from the server. */
export async function fetchToken(auth: ClientCredentials, connect: Connect, renew: boolean): Promise<string> {
  const key = keyOf(auth);
  const kept = tokens.get(key);
  if (kept !== undefined && !renew && kept.expires - EARLY_MS > connect.now()) return kept.value;
  tokens.delete(key);
  const token = await requestToken(auth, connect);
  tokens.set(key, token);
  return token.value;
}

export function forgetTokens(): void {
  tokens.clear();
}

/** Servers differ in where they want the credentials: in the body, or in a header. */
async function requestToken(auth: ClientCredentials, connect: Connect): Promise<Token> {
  const what = `Asking ${originOf(auth.token_url)} for a token`;
  const form = { grant_type: 'client_credentials', ...(auth.scope == null ? {} : { scope: auth.scope }) };
  const secret = { client_id: auth.client_id, client_secret: auth.client_secret };
  const packed = Buffer.from(`${auth.client_id}:${auth.client_secret}`).toString('base64');
  const tries = [
    { form: { ...form, ...secret }, headers: {} },
    { form, headers: { authorization: `Basic ${packed}` } },
  ];
  let answered = { status: 0, text: '' };
  for (const { form, headers } of tries) {
    const reply = await request(
      {
        method: 'POST',
        url: auth.token_url,
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(form).toString(),
        what,
      },
      connect,
    );
    if (reply.status < 300) return readToken(reply, what, connect.now());
    answered = { status: reply.status, text: (await readBeginning(reply)).toString() };
    if (reply.status >= 500) break;
  }
  throw new CommandError('AUTH_REQUIRED', `${what}: it answered ${answered.status}`, {
    hint: 'Check client_id, client_secret and scope of the auth in the call template.',
    details: {
      status: answered.status,
      body: redact(answered.text, [auth.client_secret, packed]).slice(0, 1000),
    },
  });
}

async function readToken(reply: Reply, what: string, now: number): Promise<Token> {
  const text = (await readBody(reply, what, MOST_BYTES)).toString();
  const answer = parseObject(text);
  const lifetime = Number(answer.expires_in ?? LIFETIME_SECONDS);
  if (typeof answer.access_token !== 'string' || answer.access_token === '' || Number.isNaN(lifetime)) {
    throw new CommandError('AUTH_REQUIRED', `${what}: the response has no access_token`, {
      hint: 'Check that token_url is the token endpoint of the server.',
    });
  }
  return { value: answer.access_token, expires: now + lifetime * 1000 };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function keyOf(auth: ClientCredentials): string {
  const parts = [auth.token_url, auth.client_id, auth.scope ?? '', auth.client_secret];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'the token URL';
}
