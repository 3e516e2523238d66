import type {
  AgentDefinition,
  AskUser,
  ChosenModel,
  ConfiguredHook,
  Conversation,
  Model,
  Permissions,
  Prompt,
  Skill,
} from '@helve/assistant';
import type { Registry } from '@helve/command';
import type { Caller, Mode } from '@helve/policy';
import type { ScreenSettings } from './settings/settings.ts';

/** Which conversation is wanted. */
export interface TalkWish {
  /** An id, or the beginning of one. */
  readonly resume?: string;
  readonly continueLatest?: boolean;
  /** Go on in a copy. */
  readonly fork?: boolean;
  readonly model?: string;
  /** Another folder to work in. */
  readonly cwd?: string;
  readonly mode?: Mode;
}

/** A conversation and what belongs to it. */
export interface Talk {
  readonly conversation: Conversation;
  readonly permissions: Permissions;
  /** Models that can be chosen. */
  readonly models: readonly Model[];
  readonly chooseModel: (name: string) => Promise<ChosenModel>;
  /** What is meant by what the user said: `/name` may be that of a skill. */
  readonly understand: (prompt: Prompt) => Prompt;
  readonly setLanguage: (language: string) => void;
  readonly skills: readonly Skill[];
  readonly agents: readonly AgentDefinition[];
  readonly hooks: readonly ConfiguredHook[];
  /** What the user should know before they begin. */
  readonly notices: readonly string[];
}

/** How the engine asks whoever sits before the screen. */
export interface Person {
  readonly askUser: AskUser;
}

/** What stands behind the screen. The binary puts it together; the screen knows no more of it than this. */
export interface Host {
  readonly version: string;
  /** Begin with the tour. */
  readonly tour: boolean;
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly registry: Registry;
  /** Who the user's own lines are run for: `!`, `helve …` and what slash commands do. */
  readonly caller: Caller;
  readonly settings: ScreenSettings;
  /** Opens the conversation that the command line asks for, with what differs from that. */
  readonly open: (wish: TalkWish, person: Person) => Promise<Talk>;
  readonly now: () => number;
}

/** Whether there is something in a conversation. What holds nothing but its beginning is not kept. */
export function hasWords({ conversation }: Talk): boolean {
  const { leaf } = conversation.log;
  return leaf !== undefined && leaf.type !== 'start';
}
