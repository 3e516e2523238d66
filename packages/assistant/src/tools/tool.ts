import type { Command, Effect, Registry, Touch } from '@helve/command';
import type { Caller } from '@helve/policy';
import type { ToolOutcome } from '../log/entry.ts';
import type { Denial } from '../loop/events.ts';
import type { TurnChange } from '../loop/turn-change.ts';
import type { MediaPart, TextPart, ToolCallPart } from '../model/message.ts';
import type { ToolDeclaration } from '../model/provider.ts';

/** What tools are given to work with. */
export interface ToolPlace {
  readonly registry: Registry;
  /** Who the call is made for: under their policy, in their folder, with their way to be asked. */
  readonly caller: Caller;
  /** The call that is made; empty while calls are only understood. */
  readonly callId: string;
  /** Keeps something in the conversation's log under a name: the latest holds. */
  readonly keep: (name: string, data: unknown) => void;
  /** The conversation that the call is made in. */
  readonly conversation: string;
  /** The model that makes it. */
  readonly model: string;
  /** Changes the rest of the turn. */
  readonly change: (change: TurnChange) => void;
  /** Asks hooks about something that is done in the course of the call: what they make of it, and who it is done for. */
  readonly admit: (call: ToolCallPart) => Promise<{ readonly call: ToolCallPart; readonly caller: Caller }>;
}

/** What a tool gave back, for the model and in one line for a person. */
export interface ToolReply {
  readonly content: readonly (TextPart | MediaPart)[];
  readonly outcome: ToolOutcome;
  readonly brief: string;
  /** Calls that a subagent made for this one and that were not permitted. */
  readonly denials?: readonly Denial[];
  /** Of a program that ran to its end. */
  readonly exitCode?: number;
}

/** A call that is understood and not yet made. Calls that may get into each other's way are made one after the other. */
export interface ToolPlan {
  readonly effect: Effect;
  readonly touches: readonly Touch[];
  /** Never throws: what goes wrong is a reply that the model can act on. */
  readonly run: (place: ToolPlace) => Promise<ToolReply>;
}

/** Something that a model may call. */
export interface ModelTool {
  readonly name: string;
  readonly declare: (registry: Registry, caller: Caller) => Promise<ToolDeclaration>;
  /** Throws a CommandError where the input makes no sense. */
  readonly plan: (input: Readonly<Record<string, unknown>>, place: ToolPlace) => Promise<ToolPlan>;
  /** The command that a call would run, where it is one. */
  readonly command?: (
    input: Readonly<Record<string, unknown>>,
    place: Pick<ToolPlace, 'registry' | 'caller'>,
  ) => Promise<{ readonly command: Command; readonly input: object } | undefined>;
  /** A command that it runs can go on without the call. */
  readonly handsOver?: boolean;
  /** What a subagent is given in its place; undefined: nothing. Absent: the tool itself. */
  readonly forAgent?: () => ModelTool | undefined;
}
