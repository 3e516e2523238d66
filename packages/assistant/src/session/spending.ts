import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type EntryOf, parseEntry } from '../log/entry.ts';
import { everyConversation } from '../log/place.ts';
import { addUsage, NO_USAGE, type Usage } from '../model/usage.ts';

/** What one model took on one day: its answers, its summaries, and what it searched for. */
export interface Spent {
  /** As 2026-11-16. */
  readonly day: string;
  readonly model: string;
  readonly answers: number;
  readonly usage: Usage;
  /** US dollars, for what has a known price. */
  readonly cost: number;
  /** How often its provider searched the web by itself, and what of the cost is for that. */
  readonly searches: number;
  readonly searchCost: number;
}

/** What was spent in the conversations of a project, by day and model, in the order of days. */
export async function spendingOf(home: string, cwd: string): Promise<readonly Spent[]> {
  const spent = new Map<string, Spent>();
  // What a fork begins with was paid for once.
  const counted = new Set<string>();
  for (const file of everyConversation(home, cwd)) {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
    // A summary does not say whose it is: of whoever answered before it.
    let model = 'unknown';
    for await (const line of lines) {
      // Most lines are something else, and parsing is what takes time.
      const entry = PAID.test(line) ? parseEntry(line) : undefined;
      if (entry?.type !== 'assistant' && entry?.type !== 'compaction' && entry?.type !== 'spent') continue;
      if (entry.type !== 'compaction') model = entry.model ?? model;
      const known = `${entry.id} ${entry.time}`;
      if (counted.has(known)) continue;
      counted.add(known);
      const day = entry.time.slice(0, 10);
      const key = `${day} ${model}`;
      spent.set(key, add(spent.get(key) ?? { ...NOTHING, day, model }, entry));
    }
  }
  return [...spent.values()].sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
}

const PAID = /"(?:assistant|compaction|spent)"/;
const NOTHING = { answers: 0, usage: NO_USAGE, cost: 0, searches: 0, searchCost: 0 };

function add(spent: Spent, entry: EntryOf<'assistant' | 'compaction' | 'spent'>): Spent {
  const { searches = 0, searchCost = 0 } = entry.type === 'spent' ? entry : {};
  return {
    ...spent,
    answers: spent.answers + (entry.type === 'assistant' ? 1 : 0),
    usage: addUsage(spent.usage, entry.usage ?? NO_USAGE),
    cost: spent.cost + (entry.cost ?? 0),
    searches: spent.searches + searches,
    searchCost: spent.searchCost + searchCost,
  };
}
