import type * as v from 'valibot';
import type { REQUEST } from '../commands/browser/debug/last.ts';

const KEPT = 200;

export type HistoryEntry = v.InferOutput<typeof REQUEST>;

/** The last requests, oldest first. */
export class History {
  #entries: HistoryEntry[] = [];

  add(entry: HistoryEntry): void {
    this.#entries = [...this.#entries, entry].slice(-KEPT);
  }

  has(id: string): boolean {
    return this.#entries.some((entry) => entry.id === id);
  }

  last(count: number): HistoryEntry[] {
    return this.#entries.slice(-count);
  }
}
