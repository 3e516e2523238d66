import type { Context } from '@helve/command';
import { findSessionFolder } from '../session/find-folder.ts';
import { type EnteredEntry, readEntered, readRuns, type RunEntry } from './store.ts';

export interface HistoryInput {
  readonly sessionId?: string | undefined;
  readonly query?: string | undefined;
  readonly limit: number;
}

export type HistoryEntry = RunEntry | EnteredEntry;

export interface HistoryResult {
  /** Newest first. */
  readonly entries: HistoryEntry[];
  readonly total: number;
  readonly omitted: number;
}

export async function history({ sessionId, query, limit }: HistoryInput, context: Context): Promise<HistoryResult> {
  const wanted = query?.toLowerCase();
  const kept: readonly HistoryEntry[] =
    sessionId === undefined
      ? await readRuns(context.home)
      : await readEntered(findSessionFolder(context.home, sessionId));
  const all = kept.toReversed();
  const found = wanted === undefined ? all : all.filter(({ command }) => command.toLowerCase().includes(wanted));
  const entries = found.slice(0, limit);
  return { entries, total: found.length, omitted: found.length - entries.length };
}
