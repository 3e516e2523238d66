import type { Context } from '@helve/registry';
import { type HistoryEntry, readHistory } from './store.ts';

export interface HistoryInput {
  readonly query?: string | undefined;
  readonly limit: number;
}

export interface HistoryResult {
  /** Newest first. */
  readonly entries: HistoryEntry[];
  readonly total: number;
  readonly omitted: number;
}

export async function history({ query, limit }: HistoryInput, context: Context): Promise<HistoryResult> {
  const wanted = query?.toLowerCase();
  const all = (await readHistory(context.home)).toReversed();
  const found = wanted === undefined ? all : all.filter(({ command }) => command.toLowerCase().includes(wanted));
  const entries = found.slice(0, limit);
  return { entries, total: found.length, omitted: found.length - entries.length };
}
