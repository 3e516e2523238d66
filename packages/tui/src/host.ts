import type {
  AssistantSettings,
  ChosenModel,
  Conversation,
  FirstRunQuestion,
  Model,
  Permissions,
  PermissionQuestion,
  Skill,
  UserQuestion,
} from '@helve/assistant';
import type { Caller, Mode, Registry } from '@helve/registry';
import type { ScreenSettings } from './settings/settings.ts';

/** Which conversation is wanted. */
export interface TalkWish {
  /** An id, or the beginning of one. */
  readonly resume?: string;
  readonly continueLatest?: boolean;
  /** Go on in a copy. */
  readonly fork?: boolean;
  readonly name?: string;
  readonly model?: string;
  readonly mode?: Mode;
  readonly language?: string;
}

/** A conversation and what belongs to it. */
export interface Talk {
  readonly conversation: Conversation;
  readonly permissions: Permissions;
  readonly settings: AssistantSettings;
  /** Models that can be chosen, as people call them. */
  readonly models: readonly Model[];
  readonly chooseModel: (name: string) => Promise<ChosenModel>;
  readonly setLanguage: (language: string) => void;
  readonly skills: readonly Skill[];
  /** What the user should know before they begin. */
  readonly notices: readonly string[];
}

/** How the engine asks the person at the screen. */
export interface Person {
  readonly askUser: (question: UserQuestion, signal: AbortSignal | undefined) => Promise<string | undefined>;
}

/** What stands behind the screen. The binary puts it together; the screen knows no more of it than this. */
export interface Host {
  readonly version: string;
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly registry: Registry;
  /** Who the user's own lines are run for: `!`, `helve …` and what slash commands do. */
  readonly caller: Caller;
  readonly settings: ScreenSettings;
  /** What was asked for on the command line. */
  readonly wish: TalkWish;
  readonly open: (wish: TalkWish, person: Person) => Promise<Talk>;
  readonly firstRun: FirstRun;
  readonly now: () => number;
}
