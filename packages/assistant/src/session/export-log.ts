import type { Entry } from '../log/entry.ts';
import { textOf } from '../model/message.ts';

/**
 * A conversation as a log for diagnostics, one event a line with its time: what is kept in `.helve/logs/<id>.jsonl` of a
 * project by those who want it there.
 */
export function toEventLog(sessionId: string, chain: readonly Entry[]): string {
  const lines = chain.flatMap((entry) =>
    toEvents(entry).map((event) => JSON.stringify({ timestamp: entry.time, sessionId, entry: entry.id, ...event })),
  );
  return lines.map((line) => `${line}\n`).join('');
}

type LogEvent = { readonly event: string } & Readonly<Record<string, unknown>>;

function toEvents(entry: Entry): readonly LogEvent[] {
  switch (entry.type) {
    case 'start': {
      const { cwd, forkedFrom, agent } = entry;
      return [{ event: 'session_init', cwd, ...(forkedFrom ? { forkedFrom } : {}), ...(agent ? { agent } : {}) }];
    }
    case 'user':
      return [{ event: 'user', origin: entry.origin, content: textOf(entry.content) }];
    case 'assistant': {
      const { content, model, usage, cost, stopReason, interrupted } = entry;
      const answer = { model, content: textOf(content), usage, cost, stopReason, interrupted };
      const calls = content.flatMap((part) =>
        part.type === 'toolCall' ? [{ event: 'tool_call', callId: part.id, tool: part.name, input: part.input }] : [],
      );
      return [{ event: 'assistant', ...answer }, ...calls];
    }
    case 'toolResult': {
      const { callId, name: tool, outcome, durationMs, content } = entry;
      const event = outcome === 'denied' ? 'tool_denied' : 'tool_result';
      const result = textOf(content);
      return [{ event, callId, tool, success: outcome === 'ok', outcome, durationMs, chars: result.length, result }];
    }
    case 'note':
      return [{ event: 'note', content: entry.text }];
    case 'compaction':
      return [{ event: 'context_compact', summary: entry.summary, keepFrom: entry.keepFrom }];
    case 'title':
      return [{ event: 'title', title: entry.title }];
    case 'turnEnd':
      return [
        { event: entry.outcome === 'success' ? 'turn_end' : 'error', outcome: entry.outcome, error: entry.error },
      ];
    case 'extra':
      return [{ event: 'extra', name: entry.name, data: entry.data }];
    default:
      return [];
  }
}
