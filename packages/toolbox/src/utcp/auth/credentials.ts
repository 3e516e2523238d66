import type { Connect } from '@helve/network';
import { readAuth } from './auth.ts';
import { fetchToken } from './oauth2.ts';

/** What is added to a request so that the server knows who asks. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** What must not appear in any message. */
  readonly secrets: readonly string[];
  /** Another try with new credentials may succeed where these failed. */
  readonly renewable: boolean;
}

const NONE: Credentials = { headers: {}, query: {}, cookies: {}, secrets: [], renewable: false };

/** Makes the credentials for a template's `auth`; `renew` leaves tokens aside that were kept from before. */
export async function credentialsFor(given: unknown, connect: Connect, renew = false): Promise<Credentials> {
  const auth = readAuth(given);
  switch (auth?.auth_type) {
    case undefined:
      return NONE;
    case 'api_key': {
      const pair = { [auth.var_name]: auth.api_key };
      const secrets = [auth.api_key, auth.api_key.replace(/^\w+ /, '')];
      if (auth.location === 'query') return { ...NONE, query: pair, secrets };
      if (auth.location === 'cookie') return { ...NONE, cookies: pair, secrets };
      return { ...NONE, headers: pair, secrets };
    }
    case 'basic': {
      const packed = Buffer.from(`${auth.username}:${auth.password}`).toString('base64');
      return { ...NONE, headers: { authorization: `Basic ${packed}` }, secrets: [auth.password, packed] };
    }
    case 'oauth2': {
      const token = await fetchToken(auth, connect, renew);
      const headers = { authorization: `Bearer ${token}` };
      return { ...NONE, headers, secrets: [token, auth.client_secret], renewable: true };
    }
    case 'oauth2_user':
      return {
        ...NONE,
        headers: { [auth.var_name ?? 'Authorization']: `${auth.prefix ?? 'Bearer '}${auth.access_token}` },
        secrets: [auth.access_token],
      };
  }
}
