import type { PairClaim, PairError, PairErrorCode, PairGrant } from '@helve/browser/protocol';
import { browserKind, instanceId } from './identity.ts';

/** What the extension keeps of being paired. */
export interface Credentials {
  readonly token: string;
  readonly wsUrl: string;
  readonly name: string;
}

export type PairResult =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly code: PairErrorCode | 'UNREACHABLE' };

export async function readCredentials(): Promise<Credentials | undefined> {
  const { credentials } = await chrome.storage.local.get<{ credentials?: Credentials }>('credentials');
  return credentials;
}

/** Forgets a token that was refused, unless the browser was paired anew meanwhile. */
export async function forgetToken(token: string): Promise<void> {
  if ((await readCredentials())?.token === token) await chrome.storage.local.remove('credentials');
}

/** Claims a code at the service on that port, and keeps what it gives. */
export async function pair(code: string, port: number): Promise<PairResult> {
  const claim: PairClaim = { code, instance: await instanceId(), browser: browserKind() };
  let response: Response;
  try {
    response = await fetch(`http://127.0.0.1:${port}/pair/claim`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(claim),
    });
  } catch {
    return { ok: false, code: 'UNREACHABLE' };
  }
  if (!response.ok) return { ok: false, code: ((await response.json()) as PairError).error.code };
  const { extensionToken: token, wsUrl, name } = (await response.json()) as PairGrant;
  const credentials: Credentials = { token, wsUrl, name };
  await chrome.storage.local.set({ credentials });
  return { ok: true, name };
}

/** A browser that helve itself started finds a code beside the extension's files, which it uses once. */
export async function pairFromBootstrap(): Promise<void> {
  try {
    const bootstrap = (await (await fetch(chrome.runtime.getURL('bootstrap.json'))).json()) as {
      code: string;
      port: number;
    };
    const { usedCode } = await chrome.storage.local.get<{ usedCode?: string }>('usedCode');
    if (usedCode === bootstrap.code) return;
    const result = await pair(bootstrap.code, bootstrap.port);
    if (result.ok || result.code !== 'UNREACHABLE') await chrome.storage.local.set({ usedCode: bootstrap.code });
  } catch {
    // There is none: a person will pair this browser.
  }
}
