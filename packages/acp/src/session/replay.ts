import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { Entry } from '@helve/assistant';
import type { Place } from '@helve/command';
import { blockOf, diffOf, kindOf, locationsOf, resultContent, titleOf } from './tool-call.ts';

type ToolResult = Extract<Entry, { readonly type: 'toolResult' }>;
type AssistantEntry = Extract<Entry, { readonly type: 'assistant' }>;

/** A conversation so far, as updates for a client that has not seen it. */
export function replayOf(
  chain: readonly Entry[],
  where: Pick<Place, 'cwd' | 'env'>,
  { showsCompaction }: { readonly showsCompaction: boolean },
): readonly SessionUpdate[] {
  const results = new Map(chain.flatMap((entry) => (entry.type === 'toolResult' ? [[entry.callId, entry]] : [])));
  const undone = new Set(chain.map((entry) => (entry.type === 'compactionUndone' ? entry.compaction : undefined)));
  return chain.flatMap((entry): readonly SessionUpdate[] => {
    switch (entry.type) {
      case 'user':
        return userUpdates(entry);
      case 'assistant':
        return answerUpdates(entry, results, where);
      case 'compaction':
        return showsCompaction && !undone.has(entry.id)
          ? [
              {
                sessionUpdate: 'compaction_update',
                compactionId: entry.id,
                status: 'completed',
                summary: [{ type: 'text', text: entry.summary }],
              },
            ]
          : [];
      default:
        return [];
    }
  });
}

/** What the user said, without what was added to it. */
export function userUpdates({
  id,
  typed,
  content,
}: Extract<Entry, { readonly type: 'user' }>): readonly SessionUpdate[] {
  const parts = typed === undefined ? content : [{ type: 'text' as const, text: typed }, ...content.slice(1)];
  return parts.flatMap((part) => {
    const block = blockOf(part);
    return block ? [{ sessionUpdate: 'user_message_chunk' as const, messageId: id, content: block }] : [];
  });
}

function answerUpdates(
  { id, content }: AssistantEntry,
  results: ReadonlyMap<string, ToolResult>,
  where: Pick<Place, 'cwd' | 'env'>,
): readonly SessionUpdate[] {
  return content.flatMap((part): readonly SessionUpdate[] => {
    if (part.type === 'toolCall') return part.name === 'Todo' ? [] : [callUpdate(part, results.get(part.id), where)];
    if (part.text === '') return [];
    const sessionUpdate = part.type === 'text' ? 'agent_message_chunk' : 'agent_thought_chunk';
    return [{ sessionUpdate, messageId: `${id}-${part.type}`, content: { type: 'text', text: part.text } }];
  });
}

function callUpdate(
  call: Extract<AssistantEntry['content'][number], { readonly type: 'toolCall' }>,
  result: ToolResult | undefined,
  where: Pick<Place, 'cwd' | 'env'>,
): SessionUpdate {
  // What a file was before it was written is not kept in the log.
  const shown = call.name === 'Edit' ? diffOf(call, where) : [];
  return {
    sessionUpdate: 'tool_call',
    toolCallId: call.id,
    title: titleOf(call),
    name: call.name,
    kind: kindOf(call.name),
    status: result?.outcome === 'ok' ? 'completed' : 'failed',
    rawInput: call.input,
    locations: locationsOf(call, where),
    content: resultContent(result?.content ?? [], result?.outcome, shown),
  };
}
