import type { Auth } from '../auth/auth.ts';
import { follow } from './pointer.ts';
import { isRecord, listOf, recordOf, textIn, type UnknownRecord } from './record.ts';

/** What a tool's template must say so that its server knows who asks. */
export interface Access {
  readonly auth?: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Added to the address as they are. */
  readonly query: readonly string[];
}

/** One scheme of a document in the words of UTCP, with variables where the secrets go. */
type Scheme = Auth & { readonly named: string };

const NOTHING: Access = { headers: {}, query: [] };

/**
 * Chooses among the alternatives of an operation's `security`: the one that the given credentials satisfy, else none if that
 * is allowed, else the first that a template can say. Undefined: a template can say none of them.
 */
export function accessOf(document: UnknownRecord, operation: UnknownRecord, authTools: unknown): Access | undefined {
  const alternatives = listOf(operation.security ?? document.security).filter(isRecord);
  if (alternatives.length === 0 || authTools === null) return NOTHING;
  const read = alternatives.map((alternative) => readAlternative(document, alternative));
  if (isRecord(authTools)) {
    const satisfied = read.find(
      (schemes) => schemes?.length === 1 && schemes.every((scheme) => matches(authTools, scheme)),
    );
    if (satisfied) return { ...NOTHING, auth: authTools };
  }
  if (read.some((schemes) => schemes?.length === 0)) return NOTHING;
  for (const schemes of read) {
    const access = schemes && combine(schemes);
    if (access) return access;
  }
  return undefined;
}

/** All schemes of one alternative are needed; undefined when one of them is of a kind UTCP does not have. */
function readAlternative(document: UnknownRecord, alternative: UnknownRecord): readonly Scheme[] | undefined {
  const declared = recordOf(recordOf(document.components).securitySchemes ?? document.securityDefinitions);
  const schemes: Scheme[] = [];
  for (const [named, scopes] of Object.entries(alternative)) {
    const scheme = readScheme(named, follow(document, declared[named]), listOf(scopes));
    if (scheme === undefined) return undefined;
    schemes.push(scheme);
  }
  return schemes;
}

function readScheme(named: string, scheme: UnknownRecord, scopes: readonly unknown[]): Scheme | undefined {
  const variable = named
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase();
  const bearer = (): Scheme => ({
    named,
    auth_type: 'api_key',
    api_key: `Bearer \${${variable}}`,
    var_name: 'Authorization',
    location: 'header',
  });
  const basic = (): Scheme => ({
    named,
    auth_type: 'basic',
    username: `\${${variable}_USERNAME}`,
    password: `\${${variable}_PASSWORD}`,
  });
  switch (scheme.type) {
    case 'apiKey': {
      const location = textIn(scheme, 'in');
      if (location !== 'header' && location !== 'query' && location !== 'cookie') return undefined;
      const var_name = textIn(scheme, 'name') ?? 'X-Api-Key';
      return { named, auth_type: 'api_key', api_key: `\${${variable}}`, var_name, location };
    }
    case 'basic':
      return basic();
    case 'http':
      if (textIn(scheme, 'scheme')?.toLowerCase() === 'basic') return basic();
      return textIn(scheme, 'scheme')?.toLowerCase() === 'bearer' ? bearer() : undefined;
    case 'oauth2': {
      const token_url = clientTokenUrl(scheme);
      if (token_url === undefined) return bearer();
      const scope = scopes.filter((name) => typeof name === 'string').join(' ');
      const client = { client_id: `\${${variable}_CLIENT_ID}`, client_secret: `\${${variable}_CLIENT_SECRET}` };
      return { named, auth_type: 'oauth2', token_url, ...client, ...(scope === '' ? {} : { scope }) };
    }
    case 'openIdConnect':
      return bearer();
    default:
      return undefined;
  }
}

/** Where a program gets a token with its own credentials. Other flows need a person; their token comes as a variable. */
function clientTokenUrl(scheme: UnknownRecord): string | undefined {
  if (scheme.flow === 'application') return textIn(scheme, 'tokenUrl');
  return textIn(recordOf(recordOf(scheme.flows).clientCredentials), 'tokenUrl');
}

/** A template has one `auth`. More keys than that fit in as headers or in the address; more logins do not. */
function combine(schemes: readonly Scheme[]): Access | undefined {
  const [main, ...others] = schemes.toSorted(
    (a, b) => Number(a.auth_type === 'api_key') - Number(b.auth_type === 'api_key'),
  );
  if (main === undefined) return NOTHING;
  const headers: Record<string, string> = {};
  const query: string[] = [];
  for (const other of others) {
    if (other.auth_type !== 'api_key') return undefined;
    if (other.location === 'header') headers[other.var_name] = other.api_key;
    if (other.location === 'query') query.push(`${encodeURIComponent(other.var_name)}=${other.api_key}`);
    if (other.location === 'cookie') {
      headers.Cookie = [headers.Cookie, `${other.var_name}=${other.api_key}`].filter(Boolean).join('; ');
    }
  }
  const { named: _named, ...auth } = main;
  return { auth, headers, query };
}

function matches(authTools: UnknownRecord, scheme: Scheme): boolean {
  if (authTools.auth_type === 'oauth2_user') return scheme.auth_type === 'oauth2' || isBearer(scheme);
  if (authTools.auth_type !== scheme.auth_type) return false;
  if (scheme.auth_type !== 'api_key') return true;
  const name = textIn(authTools, 'var_name') ?? 'X-Api-Key';
  const location = textIn(authTools, 'location') ?? 'header';
  return name.toLowerCase() === scheme.var_name.toLowerCase() && location === scheme.location;
}

function isBearer(scheme: Scheme): boolean {
  return scheme.auth_type === 'api_key' && scheme.api_key.startsWith('Bearer ');
}
