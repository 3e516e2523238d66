import { isInexactNumber } from '@helve/command';

export { isObject, type JsonObject } from '@helve/settings';

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The texts of a list; anything else in it, or instead of it, is left out. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

/** JSON with numbers beyond 2^53 as text where a number would not hold them exactly. */
export function parseExactJson(text: string): unknown {
  const exact = /\d{15}|\d[eE]/.test(text.replaceAll('.', ''))
    ? text.replaceAll(/"(?:\\.|[^"\\])*"|-?\d[\d.eE+-]*/g, (token) =>
        !token.startsWith('"') && (isInexactNumber(token) || isUnsafe(token)) ? `"${token}"` : token,
      )
    : text;
  return JSON.parse(exact) as unknown;
}

/** Whole numbers beyond 2^53 are text even if they are exact by chance, so that their neighbours look the same. */
function isUnsafe(token: string): boolean {
  return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
}
