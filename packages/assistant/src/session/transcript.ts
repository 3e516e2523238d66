import type { Entry, EntryOf, ToolOutcome } from '../log/entry.ts';
import { type MediaPart, textOf, type TextPart, type ToolCallPart } from '../model/message.ts';

/** A conversation as people read it. */
export type Item =
  | (EntryRef & { readonly kind: 'user'; readonly text: string; readonly media: readonly MediaPart[] })
  | (EntryRef & {
      readonly kind: 'assistant';
      readonly text: string;
      readonly thinking: string;
      readonly model: string;
      readonly interrupted?: 'cancelled' | 'failed';
    })
  | (EntryRef & {
      readonly kind: 'tool';
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
      /** Absent: it was never made, or its process ended before there was a result. */
      readonly outcome?: ToolOutcome;
      /** The result in one short line, for a person. */
      readonly brief: string;
      readonly result: string;
      readonly media: readonly MediaPart[];
      readonly durationMs: number;
    })
  | (EntryRef & { readonly kind: 'note' | 'summary'; readonly text: string })
  | (EntryRef & { readonly kind: 'stop'; readonly text: string });

interface EntryRef {
  /** The entry of the log. */
  readonly entry: string;
  readonly time: string;
}

/** What was said and done, in order; each call stands with its result. */
export function transcriptOf(chain: readonly Entry[]): readonly Item[] {
  const results = new Map(chain.flatMap((entry) => (entry.type === 'toolResult' ? [[entry.callId, entry]] : [])));
  const undone = new Set(chain.map((entry) => (entry.type === 'compactionUndone' ? entry.compaction : undefined)));
  return chain.filter(({ id }) => !undone.has(id)).flatMap((entry) => toItems(entry, results));
}

function toItems(entry: Entry, results: ReadonlyMap<string, EntryOf<'toolResult'>>): readonly Item[] {
  const place: EntryRef = { entry: entry.id, time: entry.time };
  switch (entry.type) {
    case 'user':
      return [{ ...place, kind: 'user', text: entry.typed ?? textOf(entry.content), media: mediaOf(entry.content) }];
    case 'assistant': {
      const { content, model, interrupted } = entry;
      const thinking = content.map((part) => (part.type === 'thinking' ? part.text : '')).join('');
      const said = { text: textOf(content).trim(), thinking: thinking.trim() };
      const silent = said.text === '' && said.thinking === '' && !interrupted;
      return [
        ...(silent
          ? []
          : [{ ...place, kind: 'assistant' as const, ...said, model, ...(interrupted && { interrupted }) }]),
        ...content.flatMap((part) => (part.type === 'toolCall' ? [toTool(place, part, results.get(part.id))] : [])),
      ];
    }
    case 'note':
      return [{ ...place, kind: 'note', text: entry.text }];
    case 'compaction':
      return [{ ...place, kind: 'summary', text: entry.summary }];
    case 'turnEnd':
      return entry.outcome === 'success' ? [] : [{ ...place, kind: 'stop', text: STOPPED[entry.outcome] }];
    default:
      return [];
  }
}

const STOPPED = {
  failed: 'The turn failed.',
  cancelled: 'The turn was cancelled.',
  refused: 'The model refused.',
  maxTurns: 'Turn limit reached.',
  maxCost: 'Spending limit reached.',
} as const;

function toTool(place: EntryRef, { name, input }: ToolCallPart, result: EntryOf<'toolResult'> | undefined): Item {
  return {
    ...place,
    kind: 'tool',
    name,
    input,
    ...(result ? { outcome: result.outcome } : {}),
    brief: result?.brief ?? '',
    result: textOf(result?.content ?? []),
    media: mediaOf(result?.content ?? []),
    durationMs: result?.durationMs ?? 0,
  };
}

function mediaOf(content: readonly (TextPart | MediaPart)[]): readonly MediaPart[] {
  return content.filter((part) => part.type === 'media');
}

const MOST_OF_INPUT = 80;

/** A call in one line, as `Read(src/a.ts)`. */
export function briefCall({ name, input }: Pick<ToolCallPart, 'name' | 'input'>): string {
  const [first] = Object.values(input);
  const value = first === undefined ? '' : typeof first === 'string' ? first : JSON.stringify(first);
  const line = value.replace(/\s+/g, ' ').trim();
  return `${name}(${line.length > MOST_OF_INPUT ? `${line.slice(0, MOST_OF_INPUT - 1)}…` : line})`;
}
