import type { WrittenValue } from './coerce.ts';
import type { Token } from './token.ts';

/** `--`: whatever follows is no flag. */
export function isTerminator(token: Token): boolean {
  return token.text === '--' && !token.quoted;
}

/** `--name`, or `-x`; a negative number and a lone dash are values. */
export function isFlag(token: Token): boolean {
  return !token.quoted && /^(?:--[^=\s]|-[A-Za-z])/.test(token.text);
}

/** The name of a flag, without dashes and value. */
export function flagName(token: Token): string {
  const name = token.text.replace(/^--?/, '');
  const end = name.indexOf('=');
  return end < 0 ? name : name.slice(0, end);
}

/** The value behind `=` in `--flag=value`. */
export function inlineValue(token: Token, line: string): WrittenValue | undefined {
  const equals = token.text.indexOf('=');
  if (equals < 0) return undefined;
  const lead = token.raw.slice(0, token.raw.indexOf('=') + 1);
  return {
    line,
    start: token.start,
    end: token.end,
    text: token.text.slice(equals + 1),
    quoted: /^(?:["'\u2018\u2019\u201c\u201d]|\$')/.test(token.raw.slice(lead.length)),
    unbalanced: false,
    lead,
  };
}
