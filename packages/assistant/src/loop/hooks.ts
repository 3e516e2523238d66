import type { CommandError } from '@helve/command';
import type { Answer, Question } from '@helve/policy';
import type { ConversationLog } from '../log/conversation-log.ts';
import type { CompactionTrigger, EntryOf } from '../log/entry.ts';
import type { ToolCallPart } from '../model/message.ts';
import type { Model } from '../model/models.ts';
import type { ToolPlace, ToolPlan, ToolReply } from '../tools/tool.ts';
import type { TurnReport } from './events.ts';

/** What a call would do at most, and where. */
export type Reach = Pick<ToolPlan, 'effect' | 'touches'>;

/** What hooks may look at. */
export interface TurnView {
  readonly log: ConversationLog;
  readonly model: Model;
  readonly signal: AbortSignal;
  /** How often the model may still be asked. */
  readonly requests?: { readonly isSpent: boolean };
}

/** What a hook can do before a turn ends. */
export interface TurnEnd {
  /** What a tool would be given to work with. */
  readonly place: () => ToolPlace;
  /** Tells the user what happens meanwhile. */
  readonly tell: (words: string) => void;
}

/** Whether what the user said begins a turn, or goes into one. */
export type PromptOrigin = EntryOf<'user'>['origin'];

/**
 * Refuses a call, with the reason for the model; or lets it through with another input. `allow` answers what the user
 * would be asked, and `ask` has them asked; what rules forbid stays forbidden.
 */
export type CallVerdict =
  | { readonly deny: string }
  | {
      readonly input: Readonly<Record<string, unknown>>;
      readonly permission?: 'allow' | 'ask';
      /** Words for the model. */
      readonly note?: string;
    };

/** An answer about a call; `input` is what it is allowed with, instead of its own. */
export interface CallAnswer extends Answer {
  readonly input?: Readonly<Record<string, unknown>>;
}

/** What a summary would stand for, and how many entries stay as they are. */
export interface CompactionLoss {
  /** Tokens of the window that are taken now. */
  readonly tokens: number;
  readonly prompts: number;
  readonly answers: number;
  readonly toolResults: number;
  readonly kept: number;
}

/** The skill or command that a prompt names. */
export interface PromptCommand {
  readonly name: string;
  readonly args: string;
}

/** A call that was made, and what came of it. */
export interface CallResult {
  readonly call: ToolCallPart;
  readonly reply: ToolReply;
}

/** Where others step into a turn. A list of them runs in order; the first refusal ends the matter. */
export interface TurnHooks {
  /** Before what the user said goes in: a refusal, or words that go in after it. */
  readonly beforePrompt?: (
    prompt: string,
    turn: TurnView,
    origin: PromptOrigin,
    command?: PromptCommand,
  ) => Promise<{ readonly block: string } | { readonly note: string } | undefined>;
  /** Before each request, also between rounds of tools: may append to the log, such as a compaction. */
  readonly beforeRequest?: (turn: TurnView) => Promise<void>;
  /** The conversation does not fit the model: says whether room was made. */
  readonly makeRoom?: (turn: TurnView) => Promise<boolean>;
  /** Before the conversation is summarised to make room: may refuse, or have words for whoever writes the summary. */
  readonly beforeCompact?: (
    compaction: {
      readonly trigger: CompactionTrigger;
      readonly focus?: string | undefined;
      readonly loses?: CompactionLoss;
    },
    turn: TurnView,
  ) => Promise<{ readonly block?: string; readonly notes?: readonly string[] } | undefined>;
  readonly afterCompact?: (entry: EntryOf<'compaction'>, turn: TurnView) => Promise<void>;
  /** Before a call is judged by the policy. */
  readonly beforeTool?: (call: ToolCallPart, turn: TurnView) => Promise<CallVerdict | undefined>;
  /** Right before a call is made, when it is known what it would touch. */
  readonly beforeRun?: (call: ToolCallPart, reach: Reach, turn: TurnView) => Promise<void>;
  /** Before the user is asked about a call: an answer in their place. */
  readonly beforeAsk?: (call: ToolCallPart, question: Question, turn: TurnView) => Promise<CallAnswer | undefined>;
  /** After a call: words for the model that go in with the result. */
  readonly afterTool?: (
    call: ToolCallPart,
    reply: ToolReply,
    turn: TurnView,
    reach: Reach,
  ) => Promise<string | undefined>;
  /** After all calls of an answer: words for the model. */
  readonly afterBatch?: (results: readonly CallResult[], turn: TurnView) => Promise<string | undefined>;
  /** After the turn failed. */
  readonly afterFailure?: (error: CommandError, turn: TurnView) => Promise<void>;
  /** When the model is done: words that make it go on. */
  readonly beforeEnd?: (answer: string, turn: TurnView, end: TurnEnd) => Promise<string | undefined>;
  /** When the turn is over, whatever the outcome: what is known of the work that was done in it. */
  readonly afterTurn?: (turn: TurnView) => Promise<TurnReport | undefined>;
  /** When a subagent is done: words that make it go on. */
  readonly beforeSubagentEnd?: (agent: string, answer: string, turn: TurnView) => Promise<string | undefined>;
  /** What steps into the turns of a subagent of this name in its place; absent: itself. `parent` is the log of whoever began it. */
  readonly forAgent?: (agent: string, parent: ConversationLog) => TurnHooks;
  /** When the conversation is closed. */
  readonly onClose?: () => Promise<void>;
}
