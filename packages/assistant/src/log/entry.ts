import type { AssistantPart, MediaPart, TextPart } from '../model/message.ts';
import type { Effort, StopReason } from '../model/provider.ts';
import type { Usage } from '../model/usage.ts';
import { isSound } from './check-entry.ts';

/** What became of a tool call. */
export type ToolOutcome = 'ok' | 'error' | 'denied' | 'cancelled';

/** How a turn ended. */
export type TurnOutcome = 'success' | 'failed' | 'cancelled' | 'refused' | 'maxTurns' | 'maxCost';

/** Why a conversation was compacted: the window filled up, the user said so, or the provider refused it as too long. */
export type CompactionTrigger = 'auto' | 'manual' | 'tooLong';

/** What a compaction did, for the user. */
export interface CompactionReport {
  /** Tokens of the window that were taken before and are after, about. */
  readonly before: number;
  readonly after: number;
  /** What the model is given a summary of. */
  readonly dropped: { readonly prompts: number; readonly answers: number; readonly toolResults: number };
  /** Of the user's own words, which go along with the summary, those that had to be shortened. */
  readonly shortened: number;
  /** Entries that stay as they were. */
  readonly kept: number;
}

/** What happened, as one line of the log. New kinds may be added; a reader passes over those it does not know. */
export type EntryBody =
  | {
      readonly type: 'start';
      readonly version: 1;
      readonly cwd: string;
      /** Where its beginning was copied from. */
      readonly forkedFrom?: { readonly conversation: string; readonly entry: string };
      /** The conversation and the call that this one of a subagent was begun by. */
      readonly agent?: { readonly name: string; readonly conversation: string; readonly call: string };
    }
  /** What the user said: at the beginning of a turn, or while one went on. */
  | {
      readonly type: 'user';
      readonly origin: 'prompt' | 'steer';
      readonly content: readonly (TextPart | MediaPart)[];
      /** What they typed, where more was made of it: `/review the last commit`. */
      readonly typed?: string;
      /** Names by which whoever sent it finds it again. */
      readonly refs?: readonly string[];
    }
  | {
      readonly type: 'assistant';
      readonly content: readonly AssistantPart[];
      readonly model: string;
      readonly usage: Usage;
      /** US dollars, where the prices are known. */
      readonly cost?: number;
      readonly stopReason?: StopReason;
      /** The answer broke off: the user wanted it so, or the provider failed. */
      readonly interrupted?: 'cancelled' | 'failed';
    }
  | {
      readonly type: 'toolResult';
      readonly callId: string;
      readonly name: string;
      readonly content: readonly (TextPart | MediaPart)[];
      readonly outcome: ToolOutcome;
      /** In one short line, for a person. */
      readonly brief: string;
      /** Of a program that ran to its end. */
      readonly exitCode?: number;
      readonly durationMs: number;
    }
  /** Words of ours to the model. */
  | { readonly type: 'note'; readonly text: string }
  /** From here on the model is given the summary instead of what came before `keepFrom`; nothing is deleted. */
  | {
      readonly type: 'compaction';
      readonly summary: string;
      readonly keepFrom: string | null;
      readonly trigger?: CompactionTrigger;
      readonly report?: CompactionReport;
      /** Of the request that made the summary. */
      readonly usage?: Usage;
      readonly cost?: number;
    }
  /** The compaction holds no longer: the model is given all that came before it again. */
  | { readonly type: 'compactionUndone'; readonly compaction: string }
  | { readonly type: 'title'; readonly title: string }
  /** What was paid for beside answers and summaries. */
  | {
      readonly type: 'spent';
      readonly what: string;
      /** The model that it was asked of. */
      readonly model?: string;
      readonly usage: Usage;
      readonly cost?: number;
      /** How often the provider searched, and what of the cost is for that. */
      readonly searches?: number;
      readonly searchCost?: number;
    }
  /** Who is asked from here on. */
  | { readonly type: 'model'; readonly model: string; readonly provider: string; readonly effort?: Effort }
  | { readonly type: 'turnEnd'; readonly outcome: TurnOutcome; readonly error?: string }
  /** What another part keeps in the conversation, under a name of its own: todos, file snapshots. */
  | { readonly type: 'extra'; readonly name: string; readonly data: unknown };

export type EntryType = EntryBody['type'];

/** Where an entry stands in the tree: it follows its parent. Several entries may follow one: branches. */
export interface EntryPlace {
  readonly id: string;
  readonly parent: string | null;
  /** As ISO 8601. */
  readonly time: string;
}

export type Entry = EntryBody & EntryPlace;

export type EntryOf<Type extends EntryType> = Extract<Entry, { readonly type: Type }>;

/** Reads a line of the log; undefined where it is none: torn, edited, or of another program. */
export function parseEntry(line: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) && isSound(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, parent, type } = value as Partial<Entry>;
  return typeof id === 'string' && typeof type === 'string' && (parent === null || typeof parent === 'string');
}
