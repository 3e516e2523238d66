import type { ActionResponse } from '@helve/browser/protocol';

/** What is known of a request that changes something, across restarts of the worker. */
export interface JournalEntry {
  readonly at: number;
  /** What the action itself has noted on its way. */
  readonly notes: Readonly<Record<string, unknown>>;
  /** Absent: it was begun and is not over. */
  readonly response?: ActionResponse;
}

const PREFIX = 'request:';
const KEPT = 200;

let known: Promise<Map<string, JournalEntry>> | undefined;

/** Such a request is never begun twice: it is written down before it is begun, and its answer before it is given. */
export const journal = {
  async find(id: string): Promise<JournalEntry | undefined> {
    return (await load()).get(id);
  },

  async write(id: string, entry: JournalEntry): Promise<void> {
    const entries = await load();
    entries.set(id, entry);
    await chrome.storage.session.set({ [PREFIX + id]: entry });
    if (entries.size > KEPT) await dropOldest(entries);
  },
};

function load(): Promise<Map<string, JournalEntry>> {
  known ??= chrome.storage.session.get<Record<string, JournalEntry>>(null).then(
    (all) =>
      new Map(
        Object.entries(all)
          .filter(([key]) => key.startsWith(PREFIX))
          .map(([key, entry]) => [key.slice(PREFIX.length), entry] as const)
          .sort(([, one], [, other]) => one.at - other.at),
      ),
  );
  return known;
}

async function dropOldest(entries: Map<string, JournalEntry>): Promise<void> {
  const old = [...entries.keys()].slice(0, entries.size - KEPT / 2);
  for (const id of old) entries.delete(id);
  await chrome.storage.session.remove(old.map((id) => PREFIX + id));
}
