import { CommandError } from '@helve/command';
import { encode, textOf } from './address.ts';

/** They say where a request ends and whom it is for; a wrong one smuggles a second request past a proxy. */
const OURS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers by their names in lower case, so that each stands there once; later ones win. */
export function collectHeaders(...sources: readonly Readonly<Record<string, unknown>>[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const source of sources) {
    for (const [given, value] of Object.entries(source)) {
      if (value === undefined || value === null) continue;
      const name = given.toLowerCase();
      headers[name] = checked(name, textOf(value));
    }
  }
  return headers;
}

export function cookieHeader(existing: string | undefined, cookies: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(cookies)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(
      ([name, value]) =>
        `${name}=${textOf(value).replace(/[^!#-+\--:<-[\]-~]/gu, (character) => encode(character, name))}`,
    );
  return [...(existing === undefined ? [] : [existing]), ...pairs].join('; ');
}

function checked(name: string, value: string): string {
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) || OURS.has(name)) {
    throw new CommandError('INVALID_INPUT', `A call may not set the header ${JSON.stringify(name)}`, {
      hint: 'Leave it out of headers and header_fields.',
    });
  }
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw new CommandError(
      'INVALID_INPUT',
      `The value of the header ${name} contains characters that a header cannot have`,
      {
        hint: 'Line breaks and characters beyond Latin-1 cannot be sent in a header.',
      },
    );
  }
  return value;
}
