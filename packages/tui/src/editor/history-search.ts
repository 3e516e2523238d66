import type { Range } from './boundaries.ts';

/** A search in the messages sent before, from the newest back, while its words are being typed. */
export interface HistorySearch {
  readonly query: string;
  /** What was in the input before: it comes back when the search is given up. */
  readonly draft: string;
  readonly match?: Match;
  /** There is nothing, or nothing more; the last match still stands. */
  readonly failed: boolean;
}

interface Match {
  readonly index: number;
  readonly text: string;
  /** Where in the text the query is. */
  readonly at: Range;
}

export function startSearch(draft: string): HistorySearch {
  return { query: '', draft, failed: false };
}

/** The search with another query. One that goes on from the last is looked for from its match. */
export function searchFor(entries: readonly string[], search: HistorySearch, query: string): HistorySearch {
  const goesOn = search.query !== '' && query.startsWith(search.query) && search.match;
  const { match: _, ...rest } = search;
  if (query === '') return { ...rest, query, failed: false };
  const match = find(entries, query, goesOn ? goesOn.index : entries.length - 1);
  return match ? { ...rest, query, match, failed: false } : { ...search, query, failed: true };
}

/** The next older match. */
export function nextMatch(entries: readonly string[], search: HistorySearch): HistorySearch {
  if (search.query === '') return search;
  const shown = search.match?.text;
  let from = (search.match?.index ?? entries.length) - 1;
  let match = find(entries, search.query, from);
  while (match && match.text === shown) {
    from = match.index - 1;
    match = find(entries, search.query, from);
  }
  return match ? { ...search, match, failed: false } : { ...search, failed: true };
}

/** What is in the input when the search ends with what it found. */
export function acceptSearch({ match, draft }: HistorySearch): string {
  return match?.text ?? draft;
}

function find(entries: readonly string[], query: string, from: number): Match | undefined {
  // Capitals in the query are meant.
  const fold = query === query.toLowerCase() ? (text: string) => text.toLowerCase() : (text: string) => text;
  for (let index = from; index >= 0; index--) {
    const text = entries[index] ?? '';
    const start = fold(text).indexOf(query);
    if (start >= 0) return { index, text, at: { start, end: start + query.length } };
  }
  return undefined;
}
