import type { Entry } from '../log/entry.ts';
import { textOf } from '../model/message.ts';

export interface UserWords {
  readonly said: readonly string[];
  /** How many of them are not whole. */
  readonly shortened: number;
}

const CUT = '\n[…]\n';

/**
 * What the user said, in their own words: corrections and rules are what summaries lose first. Where it is more than
 * `most` characters, the longest are cut in the middle, which are mostly pasted files.
 */
export function userWords(entries: readonly Entry[], most: number): UserWords {
  const said = entries
    .flatMap((entry) => (entry.type === 'user' ? [wordsOf(entry)] : []))
    .filter((words) => words !== '');
  const each = shareOf(
    said.map(({ length }) => length),
    most,
  );
  return {
    said: said.map((words) => (words.length <= each ? words : cut(words, each))),
    shortened: said.filter(({ length }) => length > each).length,
  };
}

function wordsOf({ content, typed }: Extract<Entry, { type: 'user' }>): string {
  const media = content.flatMap((part) => (part.type === 'media' ? [`[${part.mediaType}]`] : []));
  return [typed ?? textOf(content).trim(), ...media].filter((part) => part !== '').join('\n');
}

/** The greatest length that all may have so that together they have at most `most`: short ones leave room to long ones. */
function shareOf(lengths: readonly number[], most: number): number {
  let left = most;
  const sorted = lengths.toSorted((a, b) => a - b);
  for (const [index, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (length > share) return share;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

function cut(words: string, length: number): string {
  const half = Math.max(0, Math.floor((length - CUT.length) / 2));
  return `${words.slice(0, half)}${CUT}${half === 0 ? '' : words.slice(-half)}`;
}
