import type { Registry } from '@helve/command';
import type { Caller } from '@helve/policy';
import type { ConversationLog } from '../log/conversation-log.ts';
import type { HandOvers } from '../loop/hand-overs.ts';
import type { TurnHooks } from '../loop/hooks.ts';
import type { Budget, RequestCount } from '../loop/limits.ts';
import type { ChooseFallback, Narrow } from '../loop/turn-change.ts';
import type { Model } from '../model/models.ts';
import type { Effort, Provider } from '../model/provider.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { ModelTool } from '../tools/tool.ts';
import type { Conversation } from './conversation.ts';
import type { Questions } from './questions.ts';

/** Who is asked, and how hard they should think. */
export interface ModelUse {
  readonly provider: Provider;
  readonly model: Model;
  readonly effort?: Effort | undefined;
}

/** What a conversation shares with those of the subagents that it begins. */
export interface Family {
  /** Counts the requests of all of them. */
  readonly requests: RequestCount | undefined;
  /** One question at a time, answered where the user is. */
  readonly questions: Questions;
  readonly handOvers: HandOvers | undefined;
}

export interface ConversationOptions extends ModelUse {
  readonly log: ConversationLog;
  readonly registry: Registry;
  /** Who the model's calls are made for. Asked anew for each call: a mode may change within a turn. */
  readonly caller: () => Caller;
  /** Somebody hears of `ask` events and answers them; what they allow is remembered here. */
  readonly permissions?: Permissions | undefined;
  /** Made once, before the first request: it stays the same, so that the provider finds it in its cache. */
  readonly system: () => string | Promise<string>;
  /** What the model is offered; a function where that needs the conversation itself. */
  readonly tools?: readonly ModelTool[] | ((conversation: Conversation) => readonly ModelTool[]);
  /** Who is asked instead while the model is overloaded or out of order, in this order. */
  readonly fallbacks?: readonly ChooseFallback[];
  readonly hooks?: readonly TurnHooks[];
  /** How often the model may be asked in one turn. */
  readonly maxTurns?: number | undefined;
  /** Counts the requests of all turns together. */
  readonly requests?: RequestCount | undefined;
  readonly budget?: Budget | undefined;
  /** How full the window gets, from 0 to 1, before it is compacted; false: only when the user says so. */
  readonly compactAt?: number | false | undefined;
  /** Commands that run can be handed over to the background: they run in the service, as far as they can. */
  readonly handsOver?: boolean;
  /** For the conversation of a subagent: what it has in common with the one that began it. */
  readonly within?: Family | undefined;
  /** What the policy of the caller is reduced to. */
  readonly narrow?: Narrow | undefined;
}
