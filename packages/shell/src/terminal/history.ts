import type { Context } from '@helve/command';
import { findSessionFolder } from './session/session-folders.ts';
import { type EnteredEntry, readEntered, readRuns, type RunEntry } from './history/store.ts';
import type { Input, Output } from '../commands/terminal/history.ts';

export type HistoryEntry = RunEntry | EnteredEntry;

export async function history({ sessionId, query, limit }: Input, context: Context): Promise<Output> {
  const wanted = query?.toLowerCase();
  const kept: readonly HistoryEntry[] =
    sessionId === undefined
      ? await readRuns(context.place.home)
      : await readEntered(findSessionFolder(context.place.home, sessionId));
  const all = kept.toReversed();
  const found = wanted === undefined ? all : all.filter(({ command }) => command.toLowerCase().includes(wanted));
  const entries = found.slice(0, limit);
  return { entries, total: found.length, omitted: found.length - entries.length };
}
