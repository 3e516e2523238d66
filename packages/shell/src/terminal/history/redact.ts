import { looksSecret, maskCredentials } from '@helve/processes';

const SHOWN = '••••••';

/** Shorter values of secret variables are words that occur by chance. */
const SHORTEST = 6;

/** `NAME=value` before a command or after `export`; the value may be quoted. */
const ASSIGNMENT = /\b([A-Za-z_][A-Za-z0-9_]*)=("(?:[^"\\]|\\.)*"|'[^']*'|[^\s;&|)]+)/g;

/** What gives itself away by its form: the part to keep, and then the secret. */
const FORMS: readonly RegExp[] = [
  /(--?[\w-]*(?:password|passwd|passphrase|token|secret|api-?key|credentials?)[\w-]*(?:=|\s+))("[^"]*"|'[^']*'|[^\s;&|)]+)/gi,
  /(\b(?:Bearer|Basic|token)\s+)([\w.~+/=-]{6,})/gi,
  /((?:api-?key|password|passwd|secret|token)["']?\s*[:=]\s*["']?)([^\s"',;&|)]{4,})/gi,
];

/** The text without anything that is, or looks like, a secret: values of these variables, and tell-tale forms. */
export function redact(text: string, variables: Readonly<Record<string, string | undefined>>): string {
  let clean = text;
  const values = Object.entries(variables)
    .flatMap(([name, value]) => (value !== undefined && looksSecret(name, value) ? [value] : []))
    .filter((value) => value.length >= SHORTEST)
    // A value that holds another goes first.
    .sort((a, b) => b.length - a.length);
  for (const value of values) clean = clean.replaceAll(value, SHOWN);
  clean = clean.replace(ASSIGNMENT, (whole, name: string, value: string) =>
    looksSecret(name, value.replace(/^["']/, '')) ? `${name}=${SHOWN}` : whole,
  );
  for (const form of FORMS) clean = clean.replace(form, (_, kept: string) => `${kept}${SHOWN}`);
  return maskCredentials(clean);
}
