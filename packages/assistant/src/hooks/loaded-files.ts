import { TOLD } from '../context/context-hooks.ts';
import type { ConversationLog } from '../log/conversation-log.ts';

/** How far a log was looked through. */
export interface LoadedFiles {
  entries: number;
}

/** The instruction files that were given to the model since the log was last looked through. */
export function loadedSince(log: ConversationLog, loaded: LoadedFiles): readonly string[] {
  const added = log.entries.slice(loaded.entries);
  loaded.entries = log.entries.length;
  return added.flatMap((entry) =>
    entry.type === 'extra' && entry.name === TOLD && Array.isArray(entry.data) ? (entry.data as string[]) : [],
  );
}
