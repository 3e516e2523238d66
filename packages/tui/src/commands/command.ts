import type { Ui } from '../app/ui.ts';

/** Something that can follow a slash command. */
export interface SlashChoice {
  /** What is typed. */
  readonly name: string;
  /** What is shown instead of it. */
  readonly label?: string;
  readonly description?: string;
  /** Something must follow it. */
  readonly takesMore?: boolean;
  /** What can follow it, where that is known. */
  readonly choices?: readonly SlashChoice[];
}

export type SlashSource = 'built-in' | 'skill' | 'plugin';

/** A line that begins with `/`. */
interface Described {
  readonly name: string;
  readonly description: string;
  /** What may stand behind it, as `[focus]`; absent: nothing. */
  readonly argumentHint?: string;
  readonly choices?: (ui: Ui) => readonly SlashChoice[];
}

/** What it does here. */
interface Deed extends Described {
  readonly run: (args: string, ui: Ui) => Promise<void>;
}

/** What it says to the model. */
interface PromptCommand extends Described {
  readonly prompt: (args: string) => string;
}

/** A command of our own. */
export type BuiltIn = Deed | PromptCommand;

export type SlashCommand = BuiltIn & {
  readonly source: SlashSource;
  /** The plugin that it comes from. */
  readonly plugin?: string;
};
