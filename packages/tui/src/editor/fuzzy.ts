import { FuzzyScorer } from './fuzzy-scorer.ts';

/** A candidate that fits, and which of its characters (UTF-16 units) were asked for. */
export interface FuzzyMatch {
  readonly candidate: string;
  readonly positions: readonly number[];
}

const NOT_ASCII = /[^\0-\x7f]/;

/**
 * The candidates that hold the letters of the query in their order, best first: letters in a row, at starts of words
 * and in the last part of a path count for more. With an empty query, the candidates as they are.
 */
export function fuzzy(query: string, candidates: readonly string[], limit = 100): readonly FuzzyMatch[] {
  const wanted = query.toLowerCase().replace(/\s+/g, '');
  if (wanted === '') return candidates.slice(0, limit).map((candidate) => ({ candidate, positions: [] }));
  const composed = new FuzzyScorer(wanted.normalize('NFC'));
  const decomposed = new FuzzyScorer(wanted.normalize('NFD'));
  // Names of files on a Mac may have their Hangul and accents in pieces.
  const scorerFor = (candidate: string) =>
    NOT_ASCII.test(candidate) && candidate.normalize('NFC') !== candidate ? decomposed : composed;
  const found: { readonly candidate: string; readonly score: number; readonly index: number }[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const score = scorerFor(candidate).score(candidate);
    if (score !== undefined) found.push({ candidate, score, index });
  }
  return found
    .sort((a, b) => b.score - a.score || a.candidate.length - b.candidate.length || a.index - b.index)
    .slice(0, limit)
    .map(({ candidate }) => ({ candidate, positions: scorerFor(candidate).positions(candidate) }));
}
