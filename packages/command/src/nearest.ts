import type { Wording } from './wording.ts';

/** How `didYouMean` asks. */
export interface Asking {
  /** The most candidates that are named. */
  readonly most?: number;
  /** A candidate as the user would write it. */
  readonly write?: (candidate: string) => string;
  /** The words before, between and after the candidates. */
  readonly ask?: string;
  readonly or?: string;
  readonly end?: string;
}

/** A hint with what a misspelt word may have meant; `otherwise` where no candidate is near. */
export function didYouMean<Otherwise extends Wording = string>(
  word: string,
  candidates: readonly string[],
  otherwise: Otherwise | '' = '',
  { most = 1, write = String, ask = 'Did you mean ', or = ' or ', end = '?' }: Asking = {},
): string | Otherwise {
  const near = nearest(word, candidates).slice(0, most);
  return near.length > 0 ? ask + near.map(write).join(or) + end : otherwise;
}

/**
 * The candidates that a misspelt word may have meant, best first: a few slips away, or starting or holding the word.
 * Never the word itself: whoever asks has looked for that.
 */
export function nearest(word: string, candidates: readonly string[]): string[] {
  const wanted = word.toLowerCase();
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  return candidates
    .filter((candidate) => candidate !== word)
    .map((candidate) => ({ candidate, distance: distanceTo(wanted, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate);
}

function distanceTo(wanted: string, candidate: string): number {
  const slips = editDistance(wanted, candidate);
  // `rec` for `recursive`, `file` for `create-file`: a part that was typed well is better than one slip.
  if (wanted.length >= 3 && candidate.includes(wanted)) return Math.min(slips, 0.5);
  return slips;
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substitution);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
