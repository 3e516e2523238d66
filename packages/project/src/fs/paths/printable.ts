import { type Say, type Wording, ifOffered, parameter, worded } from '@helve/command';
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]/g;

/** Text on one line: what would break it or speak to the terminal is written as an escape. */
export function printable(text: string): string {
  return text.replace(CONTROL, (character) => {
    if (character === '\n') return '\\n';
    const code = character.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
  });
}

/** How much was left out and how to get it, as the last line of a view. */
export function leftOut(omitted: number, what: string, how: Wording, say: Say): string[] {
  return omitted === 0 ? [] : [`(${omitted} more ${what} left out; ${say(how)})`];
}

/** What to do about a search that found too much. */
export const NARROW = worded`narrow the search${ifOffered('limit', worded` or raise ${parameter('limit')}`)}`;
