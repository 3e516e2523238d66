import type { AskUser, ConversationRequest, OpenedConversation } from '@helve/assistant';
import type { Registry } from '@helve/command';
import type { Caller } from '@helve/policy';
import type { ScreenSettings } from './settings/settings.ts';

/** How a conversation differs from the one that the command line asks for. */
export interface ConversationChange
  extends Pick<ConversationRequest, 'resume' | 'fork' | 'model' | 'permissionMode' | 'sandbox'> {
  /** Another folder to work in. */
  readonly cwd?: string;
}

/** The conversation that the screen shows. */
export interface ShownConversation extends OpenedConversation {
  /** Shown to the user before the conversation starts. */
  readonly notices: readonly string[];
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
  readonly open: (wish: ConversationChange, askUser: AskUser) => Promise<ShownConversation>;
  readonly now: () => number;
}

/** Whether there is something in a conversation. What holds nothing but its beginning is not kept. */
export function hasWords({ conversation }: ShownConversation): boolean {
  const { leaf } = conversation.log;
  return leaf !== undefined && leaf.type !== 'start';
}
