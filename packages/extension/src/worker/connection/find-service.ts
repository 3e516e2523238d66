import { type FindAsk, type FindReply, foundAt, SERVICE_PORTS } from '@helve/browser/protocol';
import type { Credentials } from './credentials.ts';

/** As long as one that is busy may need; something else may listen there and never answer. */
const ANSWER_MS = 2_000;

type Found = 'ours' | 'void' | 'another';

/**
 * On which port the service listens that this browser is paired with: it may have had to take another. The token is shown
 * to nobody for that: each who listens must show that it knows its hash. 'void': that service says that it knows this browser no more.
 */
export async function findService(credentials: Credentials): Promise<number | 'void' | undefined> {
  const before = Number(new URL(credentials.wsUrl).port);
  const there = await whoListens(before, credentials);
  if (there === 'ours') return before;
  const others = SERVICE_PORTS.filter((port) => port !== before);
  const found = await Promise.all(others.map((port) => whoListens(port, credentials)));
  // That it is void anybody can say: it counts where nobody shows the contrary.
  return others[found.indexOf('ours')] ?? ([there, ...found].includes('void') ? 'void' : undefined);
}

async function whoListens(port: number, { token, service }: Credentials): Promise<Found> {
  const ask: FindAsk = { nonce: crypto.randomUUID() };
  const reply = await send(port, ask).catch(() => undefined);
  if (!Array.isArray(reply?.proofs)) return 'another';
  if (reply.proofs.includes(await proof(token, foundAt(port, ask.nonce)))) return 'ours';
  return reply.service === service ? 'void' : 'another';
}

async function send(port: number, ask: FindAsk): Promise<Partial<FindReply> | undefined> {
  const response = await fetch(`http://127.0.0.1:${port}/pair/find`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ask),
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return response.ok ? ((await response.json()) as Partial<FindReply>) : undefined;
}

async function proof(token: string, subject: string): Promise<string> {
  const hash = hex(await crypto.subtle.digest('SHA-256', bytes(token)));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(hash), algorithm, false, ['sign']);
  return hex(await crypto.subtle.sign('HMAC', key, bytes(subject)));
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
