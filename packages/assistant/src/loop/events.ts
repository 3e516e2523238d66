import type { CommandError } from '@helve/command';
import type { Mode, SandboxSetting } from '@helve/policy';
import type { Prompt, WaitingPrompt } from './prompt.ts';
import type { CompactionTrigger, EntryOf, TurnOutcome } from '../log/entry.ts';
import type { ToolCallPart } from '../model/message.ts';
import type { Rewound } from '../rewind/rewind.ts';
import type { PermissionAnswer, PermissionQuestion } from '../permissions/permissions.ts';
import type { Usage } from '../model/usage.ts';
import type { Violation } from '../rules/hooks.ts';
import type { Receipt } from '../verify/receipt.ts';

/**
 * What happens in a conversation, as it happens. Whatever shows one (a screen, print mode, a thread) lives on these
 * alone. An event that carries an entry comes after the entry is in the log.
 */
export type ConversationEvent =
  /** What was said has its turn now. Hooks hear of it first, and commands of a skill may run, which may take a while. */
  | { readonly type: 'taken'; readonly prompt: Prompt }
  | { readonly type: 'turnStart'; readonly entry: EntryOf<'user'> }
  /** A request goes out; it is the n-th of this turn, counted from 1. */
  | { readonly type: 'request'; readonly number: number; readonly model: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** The model began to write a call; its arguments are still to come. */
  | { readonly type: 'toolCall'; readonly id: string; readonly name: string }
  /** The provider failed and is asked again: the text of this answer so far is void. */
  | { readonly type: 'retry'; readonly attempt: number; readonly waitMs: number; readonly error: CommandError }
  /** The model is overloaded or out of order, and another answers for the rest of the turn. */
  | { readonly type: 'fallback'; readonly from: string; readonly to: string; readonly error: CommandError }
  | { readonly type: 'answer'; readonly entry: EntryOf<'assistant'> }
  | { readonly type: 'toolStart'; readonly call: ToolCallPart }
  | { readonly type: 'toolProgress'; readonly callId: string; readonly message: string }
  /** The user must be asked about a call; it waits for `conversation.answer`. */
  | { readonly type: 'ask'; readonly question: PermissionQuestion }
  | { readonly type: 'answered'; readonly question: PermissionQuestion; readonly answer: PermissionAnswer }
  /** Something for the user that is not an error. */
  | { readonly type: 'notice'; readonly text: string }
  | { readonly type: 'toolEnd'; readonly call: ToolCallPart; readonly entry: EntryOf<'toolResult'> }
  /** What the user said while the turn went on has gone in. */
  | { readonly type: 'steered'; readonly entry: EntryOf<'user'> }
  /** Words of ours to the model. */
  | { readonly type: 'note'; readonly entry: EntryOf<'note'> }
  /** The conversation is being summarised to make room; it ends with one of the next two. */
  | {
      readonly type: 'compacting';
      readonly trigger: CompactionTrigger;
      readonly tokens: number;
      readonly window: number;
    }
  | { readonly type: 'compacted'; readonly entry: EntryOf<'compaction'> }
  /** Nothing was changed. */
  | { readonly type: 'compactionFailed'; readonly trigger: CompactionTrigger; readonly error: CommandError }
  /** The conversation, its files or both were taken back to an earlier point. */
  | { readonly type: 'rewound'; readonly result: Rewound }
  /** What happens in the conversation of a subagent, which a call began. */
  | {
      readonly type: 'agent';
      readonly callId: string;
      readonly name: string;
      readonly conversation: string;
      readonly event: ConversationEvent;
    }
  /** What the user said and has not gone in yet is another than before. */
  | { readonly type: 'waiting'; readonly waiting: readonly WaitingPrompt[] }
  /** What was said did not go in: the turn was cancelled before, or it could not be kept. */
  | { readonly type: 'unsent'; readonly texts: readonly string[]; readonly prompts: readonly Prompt[] }
  /** From the next request on another model is asked, or it should think more or less. */
  | { readonly type: 'model'; readonly entry: EntryOf<'model'> }
  /** From the next call on. */
  | { readonly type: 'mode'; readonly mode: Mode }
  | { readonly type: 'sandbox'; readonly sandbox: SandboxSetting }
  | { readonly type: 'turnEnd'; readonly result: TurnResult };

export type Emit = (event: ConversationEvent) => void;

/** What a turn came to. */
export interface TurnResult extends TurnReport {
  readonly outcome: TurnOutcome;
  /** What the model said last. */
  readonly text: string;
  /** Why it failed or was cancelled. */
  readonly error?: CommandError;
  /** How often the model was asked. */
  readonly requests: number;
  readonly usage: Usage;
  /** US dollars, for what has a known price. */
  readonly cost: number;
  /** Calls that were not permitted. */
  readonly denials: readonly Denial[];
}

/** What is known of the work of a turn, beside what was said. */
export interface TurnReport {
  /** Where files were changed or checks ran: which checks ran after the last change. */
  readonly receipt?: Receipt;
  /** Confirmed instructions that were broken, or would have been. */
  readonly violations?: readonly Violation[];
}

export interface Denial {
  readonly call: ToolCallPart;
  readonly reason: string;
}
