import { type Message, text } from '../model/message.ts';
import type { Entry, EntryOf } from './entry.ts';

/** What of a conversation a model is shown: a summary of the beginning where there is one, and entries as they are. */
export interface View {
  readonly compaction?: EntryOf<'compaction'>;
  readonly entries: readonly Entry[];
}

export function viewOf(chain: readonly Entry[]): View {
  const compaction = latestCompaction(chain);
  if (!compaction) return { entries: chain };
  const from = chain.findIndex(({ id }) => id === compaction.keepFrom);
  return { compaction, entries: chain.slice(from === -1 ? chain.indexOf(compaction) + 1 : from) };
}

/** The compaction that holds: the latest that was not undone. */
export function latestCompaction(chain: readonly Entry[]): EntryOf<'compaction'> | undefined {
  const undone = new Set<string>();
  return chain.findLast((entry): entry is EntryOf<'compaction'> => {
    if (entry.type === 'compactionUndone') undone.add(entry.compaction);
    return entry.type === 'compaction' && !undone.has(entry.id);
  });
}

/** What a model is told of a conversation, from its entries, before it is mended for a request. */
export function messagesOf(chain: readonly Entry[]): readonly Message[] {
  const { compaction, entries } = viewOf(chain);
  const told = entries.flatMap(toMessages);
  return compaction ? [{ role: 'user', content: [text(compaction.summary)] }, ...told] : told;
}

/** What a model is told of one entry. */
export function toMessages(entry: Entry): readonly Message[] {
  switch (entry.type) {
    case 'user':
      return [{ role: 'user', content: entry.content }];
    case 'assistant':
      return [
        { role: 'assistant', content: entry.content },
        ...(entry.interrupted ? [{ role: 'user' as const, content: [text(INTERRUPTED[entry.interrupted])] }] : []),
      ];
    case 'toolResult': {
      const { callId, content, outcome } = entry;
      const failed = outcome === 'ok' ? {} : { isError: true };
      return [{ role: 'user', content: [{ type: 'toolResult', callId, content, ...failed }] }];
    }
    case 'note':
      return [{ role: 'user', content: [text(entry.text)] }];
    default:
      return [];
  }
}

const INTERRUPTED = {
  cancelled: '[The user interrupted the answer here.]',
  failed: '[The connection failed here, and the answer is incomplete.]',
} as const;
