import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseEntry } from '../log/entry.ts';
import { everyConversation } from '../log/place.ts';
import { addUsage, NO_USAGE, type Usage } from '../model/usage.ts';

/** What the answers of one model took on one day. */
export interface Spent {
  /** As 2026-11-16. */
  readonly day: string;
  readonly model: string;
  readonly answers: number;
  readonly usage: Usage;
  /** US dollars, for what has a known price. */
  readonly cost: number;
}

/** What was spent in the conversations of a project, by day and model, in the order of days. */
export async function spendingOf(home: string, cwd: string): Promise<readonly Spent[]> {
  const spent = new Map<string, Spent>();
  for (const file of everyConversation(home, cwd)) {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) {
      // Most lines are something else, and parsing is what takes time.
      const entry = line.includes('"assistant"') ? parseEntry(line) : undefined;
      if (entry?.type !== 'assistant') continue;
      const day = entry.time.slice(0, 10);
      const key = `${day} ${entry.model}`;
      const before = spent.get(key) ?? { day, model: entry.model, answers: 0, usage: NO_USAGE, cost: 0 };
      spent.set(key, {
        ...before,
        answers: before.answers + 1,
        usage: addUsage(before.usage, entry.usage),
        cost: before.cost + (entry.cost ?? 0),
      });
    }
  }
  return [...spent.values()].sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
}
