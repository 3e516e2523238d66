const KEPT = 200;

/** What the relay remembers of a request; never what was asked or answered. */
export interface HistoryEntry {
  readonly id: string;
  readonly action: string;
  readonly session: string;
  readonly receivedAt: number;
  readonly elapsedMs: number;
  readonly ok: boolean;
  readonly errorCode?: string;
  readonly replayed?: true;
}

/** The last requests, oldest first. */
export class History {
  #entries: HistoryEntry[] = [];

  add(entry: HistoryEntry): void {
    this.#entries = [...this.#entries, entry].slice(-KEPT);
  }

  last(count: number): HistoryEntry[] {
    return this.#entries.slice(-count);
  }
}
