import { textOf } from '../model/message.ts';
import { addUsage, NO_USAGE, type Usage } from '../model/usage.ts';
import type { Entry } from './entry.ts';

export interface Totals {
  readonly usage: Usage;
  /** US dollars, for the answers whose price is known. */
  readonly cost: number;
  readonly answers: number;
}

/** What all answers and summaries among some entries took together. Branches were paid for too. */
export function totalsOf(entries: readonly Entry[]): Totals {
  let totals: Totals = { usage: NO_USAGE, cost: 0, answers: 0 };
  for (const entry of entries) {
    if (entry.type !== 'assistant' && entry.type !== 'compaction' && entry.type !== 'spent') continue;
    const { usage = NO_USAGE, cost = 0 } = entry;
    totals = addTotals(totals, { usage, cost, answers: entry.type === 'assistant' ? 1 : 0 });
  }
  return totals;
}

export function addTotals(some: Totals, more: Totals): Totals {
  return {
    usage: addUsage(some.usage, more.usage),
    cost: some.cost + more.cost,
    answers: some.answers + more.answers,
  };
}

const TITLE_LENGTH = 60;

/** A title for what was said: its first words. */
export function firstWords(said: string): string {
  const words = said.trim().replace(/\s+/g, ' ');
  return words.length > TITLE_LENGTH ? `${words.slice(0, TITLE_LENGTH - 1)}…` : words;
}

/** What a conversation is called: as it was named, or its first words. */
export function titleOf(chain: readonly Entry[]): string | undefined {
  const named = chain.findLast((entry) => entry.type === 'title');
  if (named?.type === 'title') return named.title;
  const first = chain.find((entry) => entry.type === 'user');
  const said = first?.type === 'user' ? firstWords(first.typed ?? textOf(first.content)) : '';
  return said === '' ? undefined : said;
}
