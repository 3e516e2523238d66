import type { Entry, EntryOf } from '../log/entry.ts';
import { toolCallsOf } from '../model/message.ts';
import { notRun } from '../tools/reply.ts';
import type { ModelTool } from '../tools/tool.ts';

/** One turn of a recorded conversation. */
export interface RecordedTurn {
  readonly prompt: EntryOf<'user'>;
  readonly answers: readonly RecordedAnswer[];
  readonly results: readonly EntryOf<'toolResult'>[];
}

export interface RecordedAnswer {
  readonly entry: EntryOf<'assistant'>;
  /** What the user said after it, while the turn went on. */
  readonly steered: readonly EntryOf<'user'>[];
}

/** A conversation as it can be played again, turn by turn. */
export function recordedTurns(chain: readonly Entry[]): readonly RecordedTurn[] {
  const turns: Open[] = [];
  for (const entry of chain) {
    const turn = turns.at(-1);
    if (entry.type === 'user' && (entry.origin === 'prompt' || !turn)) {
      turns.push({ prompt: entry, answers: [], results: [] });
    } else if (entry.type === 'user') turn?.answers.at(-1)?.steered.push(entry);
    else if (entry.type === 'assistant') turn?.answers.push({ entry, steered: [] });
    else if (entry.type === 'toolResult') turn?.results.push(entry);
  }
  return turns;
}

interface Open extends RecordedTurn {
  readonly answers: { readonly entry: EntryOf<'assistant'>; readonly steered: EntryOf<'user'>[] }[];
  readonly results: EntryOf<'toolResult'>[];
}

/** The tools that a recording has calls of. They do nothing: they give the results that were recorded. */
export function recordedTools(recorded: readonly Entry[]): readonly ModelTool[] {
  const results = new Map(recorded.flatMap((entry) => (entry.type === 'toolResult' ? [[entry.callId, entry]] : [])));
  const byName = new Map<string, Map<string, (EntryOf<'toolResult'> | undefined)[]>>();
  for (const entry of recorded) {
    if (entry.type !== 'assistant') continue;
    for (const { id, name, input } of toolCallsOf(entry.content)) {
      const calls = byName.get(name) ?? new Map<string, (EntryOf<'toolResult'> | undefined)[]>();
      byName.set(name, calls);
      const key = JSON.stringify(input);
      calls.set(key, [...(calls.get(key) ?? []), results.get(id)]);
    }
  }
  return [...byName].map(([name, calls]) => ({
    name,
    declare: async () => ({ name, description: 'As it was recorded.', inputSchema: { type: 'object' } }),
    plan: async (input) => {
      const result = calls.get(JSON.stringify(input))?.shift();
      const reply = result ?? notRun('the recording has no result');
      const { content, outcome, brief } = reply;
      return { effect: 'inspect', touches: [], run: async () => ({ content, outcome, brief }) };
    },
  }));
}
