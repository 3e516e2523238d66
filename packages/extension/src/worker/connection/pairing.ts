import type { PairClaim, PairError, PairErrorCode, PairGrant } from '@helve/browser/protocol';
import { keepCredentials } from './credentials.ts';
import { browserKind, instanceId } from './identity.ts';

export type PairResult =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly code: PairErrorCode | 'UNREACHABLE' };

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
  const { extensionToken: token, wsUrl, name, service } = (await response.json()) as PairGrant;
  await keepCredentials({ token, wsUrl, name, service });
  return { ok: true, name };
}

let pairing: Promise<void> | undefined;

/**
 * A browser that helve itself started finds a code beside the extension's files, which it uses once. Whoever connects
 * waits for this: a token of an earlier start may be void by now.
 */
export function pairedByItself(): Promise<void> {
  pairing ??= pairFromBootstrap();
  return pairing;
}

/** How often a service that does not answer is asked: it was there when it started this browser. */
const MOST_CLAIMS = 8;
const AGAIN_MS = 500;

async function pairFromBootstrap(): Promise<void> {
  const { bootstrapped = false } = await chrome.storage.session.get<{ bootstrapped?: boolean }>('bootstrapped');
  if (bootstrapped) return;
  const bootstrap = await readBootstrap();
  const { usedCode } = await chrome.storage.local.get<{ usedCode?: string }>('usedCode');
  if (bootstrap && bootstrap.code !== usedCode) {
    for (let claims = 1; claims <= MOST_CLAIMS; claims++) {
      const result = await pair(bootstrap.code, bootstrap.port);
      if (result.ok || result.code !== 'UNREACHABLE') break;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    await chrome.storage.local.set({ usedCode: bootstrap.code });
  }
  await chrome.storage.session.set({ bootstrapped: true });
}

interface Bootstrap {
  readonly code: string;
  readonly port: number;
}

/** Undefined where a person pairs the browser. */
async function readBootstrap(): Promise<Bootstrap | undefined> {
  try {
    return (await (await fetch(chrome.runtime.getURL('bootstrap.json'))).json()) as Bootstrap;
  } catch {
    return undefined;
  }
}
