import type { Registry } from '@helve/command';
import type { Caller, Policy, Question } from '@helve/policy';
import type { ConversationLog } from '../log/conversation-log.ts';
import type { ToolCallPart } from '../model/message.ts';
import type { Model } from '../model/models.ts';
import type { Effort, Provider, ToolDeclaration } from '../model/provider.ts';
import type { ModelTool } from '../tools/tool.ts';
import type { Emit } from './events.ts';
import type { HandOvers } from './hand-overs.ts';
import type { CallAnswer, TurnHooks } from './hooks.ts';
import type { Budget, RequestCount } from './limits.ts';
import type { Prompt } from './prompt.ts';
import type { Steps } from './steps.ts';
import type { ChooseFallback, Grant, Narrow, TurnChange } from './turn-change.ts';

/** The caller of one call. */
export interface TurnCaller extends Caller {
  /** The policy of the conversation, before the turn or a hook made it stricter. */
  readonly ownPolicy: Policy;
}

/** Where a question comes from: how long somebody waits for the answer, and by which policy it was raised. */
export interface AskedFrom {
  readonly signal: AbortSignal;
  readonly policy: Policy;
}

/** All that a turn works with. */
export interface Turn {
  readonly log: ConversationLog;
  /** These three may change from one request to the next. */
  readonly provider: Provider;
  readonly model: Model;
  readonly effort: Effort | undefined;
  /** What the turn is asked instead of what the conversation is. */
  readonly chosen?: { readonly provider: Provider; readonly model: Model } | undefined;
  /** Who is asked instead while the model is overloaded or out of order. */
  readonly fallbacks: readonly ChooseFallback[];
  readonly system: string;
  readonly tools: readonly ModelTool[];
  readonly declarations: readonly ToolDeclaration[];
  readonly registry: Registry;
  /** Puts a question about a call to whoever may answer it, until the signal says that nobody waits any more. */
  readonly ask: (call: ToolCallPart, question: Question, from: AskedFrom) => Promise<CallAnswer>;
  /** Asked anew for each call: the mode may change while a turn goes on. */
  readonly caller: () => TurnCaller;
  /** What the policy of callers is reduced to. */
  readonly narrow?: Narrow | undefined;
  /** What need not be asked about in this turn. */
  readonly grant?: Grant | undefined;
  readonly hooks: readonly TurnHooks[];
  readonly budget: Budget;
  /** How full the window gets, from 0 to 1, before the conversation is compacted; false: it is not, by itself. */
  readonly compactAt: number | false;
  readonly requests: RequestCount;
  readonly signal: AbortSignal;
  readonly emit: Emit;
  /** What the user said since it was last asked. */
  readonly takeSteering: () => readonly Prompt[];
  readonly steps: Steps;
  /** Changes the whole turn: a step has a copy of it. */
  readonly change: (change: TurnChange) => void;
  /** Absent: no call can be handed over. */
  readonly handOvers: HandOvers | undefined;
}
