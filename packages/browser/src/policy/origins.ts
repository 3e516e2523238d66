import type { Origin } from '../protocol.ts';

/** Which origins a rule speaks of. */
export interface OriginPattern {
  readonly matches: (origin: Origin) => boolean;
  /** The closer it names an origin, the more. */
  readonly closeness: number;
}

const PATTERN =
  /^(?:(?<scheme>\*|[a-z][a-z0-9+.-]*):\/\/)?(?<host>\*|(?:\*\.)?[^*/:@?#\s]+|\[[0-9a-f:.]+\])(?::(?<port>\d+|\*))?\/?$/i;

/**
 * Reads `https://example.com`, `*.example.com` (the domain and all below it), `localhost:3000`, `*`, or a scheme alone
 * (`file:`). Without a scheme or port any is meant, so that nobody gets round a rule by another port.
 */
export function parseOriginPattern(text: string): OriginPattern | undefined {
  if (text === '*') return { matches: () => true, closeness: 0 };
  const bare = /^([a-z][a-z0-9+.-]*:)(?:\/\/\/?)?$/i.exec(text)?.[1]?.toLowerCase();
  if (bare !== undefined) return { matches: ({ scheme }) => scheme === bare, closeness: 1 };
  const parts = PATTERN.exec(text)?.groups;
  if (!parts) return undefined;
  const { scheme = '*', host = '*', port = '*' } = parts;
  const below = host.startsWith('*.');
  const name = host === '*' ? '*' : normalHost(below ? host.slice(2) : host);
  if (name === undefined) return undefined;
  const wantedScheme = `${scheme.toLowerCase()}:`;
  return {
    matches: (origin) =>
      origin.host !== '' &&
      (scheme === '*' || origin.scheme === wantedScheme) &&
      (port === '*' || origin.port === port) &&
      (name === '*' || origin.host === name || (below && origin.host.endsWith(`.${name}`))),
    closeness:
      (name === '*' ? 1 : (below ? 10 : 1_000) + name.length) + (scheme === '*' ? 0 : 0.2) + (port === '*' ? 0 : 0.2),
  };
}

/** As addresses have it: lower case, other alphabets in ASCII. */
function normalHost(host: string): string | undefined {
  try {
    return new URL(`http://${host}`).hostname.replace(/\.$/, '');
  } catch {
    return undefined;
  }
}
