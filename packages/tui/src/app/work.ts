import type { SlashCommand } from '../commands/command.ts';
import type { App } from './app.ts';
import type { PromptHistory } from './prompt-history.ts';
import type { StatusKeeper } from './status-keeper.ts';
import type { Conversations } from './conversations.ts';
import type { Tour } from '../tour/tour.ts';
import type { Ui } from './ui.ts';

/** The parts that screen actions work with. */
export interface Work {
  readonly app: App;
  readonly ui: Ui;
  readonly conversations: Conversations;
  readonly tour: Tour;
  readonly status: StatusKeeper;
  readonly history: PromptHistory;
  readonly commands: () => readonly SlashCommand[];
}
