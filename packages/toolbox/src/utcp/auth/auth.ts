import { call, CommandError, worded } from '@helve/command';

/** How a tool's server knows who asks. The shapes are those of the UTCP format. */
export type Auth =
  | {
      readonly auth_type: 'api_key';
      readonly api_key: string;
      readonly var_name: string;
      readonly location: 'header' | 'query' | 'cookie';
    }
  | { readonly auth_type: 'basic'; readonly username: string; readonly password: string }
  | {
      readonly auth_type: 'oauth2';
      readonly token_url: string;
      readonly client_id: string;
      readonly client_secret: string;
      readonly scope?: string;
    }
  /** A token that a person got elsewhere; `prefix` stands before it. */
  | {
      readonly auth_type: 'oauth2_user';
      readonly access_token: string;
      readonly var_name?: string;
      readonly prefix?: string;
    };

/** Reads the `auth` of a template; what is wrong with it is an error. */
export function readAuth(auth: unknown): Auth | undefined {
  if (auth === undefined || auth === null) return undefined;
  const [trouble] = troubleWithAuth(auth);
  if (trouble !== undefined) {
    throw new CommandError('INVALID_INPUT', `The auth of the call template is incomplete: ${trouble}`, {
      hint: worded`${call('utcp validate')} shows all that is wrong with a manual.`,
      retry: 'never',
    });
  }
  const given = auth as Auth;
  if (given.auth_type !== 'api_key') return given;
  return { ...given, var_name: given.var_name ?? 'X-Api-Key', location: given.location ?? 'header' };
}

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  api_key: ['api_key'],
  basic: ['username', 'password'],
  oauth2: ['token_url', 'client_id', 'client_secret'],
  oauth2_user: ['access_token'],
};

/** A password may be empty; a key that is empty is most often a variable that was not set. */
function isGiven(value: unknown, key: string): boolean {
  return typeof value === 'string' && (value !== '' || key === 'password');
}

/** What is wrong with an `auth`, in words. */
export function troubleWithAuth(auth: unknown): readonly string[] {
  if (typeof auth !== 'object' || auth === null || Array.isArray(auth)) return ['it is not an object'];
  const given = auth as Record<string, unknown>;
  const needed = typeof given.auth_type === 'string' ? NEEDED[given.auth_type] : undefined;
  if (needed === undefined) return [`auth_type must be one of ${Object.keys(NEEDED).join(', ')}`];
  const troubles = needed.filter((key) => !isGiven(given[key], key)).map((key) => `${key} is missing`);
  for (const key of ['var_name', 'location', 'scope', 'prefix']) {
    if (given[key] !== undefined && given[key] !== null && typeof given[key] !== 'string') {
      troubles.push(`${key} is not a text`);
    }
  }
  if (typeof given.location === 'string' && !['header', 'query', 'cookie'].includes(given.location)) {
    troubles.push('location must be header, query or cookie');
  }
  return troubles;
}
