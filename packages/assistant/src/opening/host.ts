import type { Registry } from '@helve/command';
import type { TerminalCaller } from '@helve/doors';
import type { Mode, Policy, Rule } from '@helve/policy';
import type { Settings } from '@helve/settings';
import type { Effort } from '../model/provider.ts';

/** What a conversation needs from the program that opens it. */
export interface ConversationHost {
  readonly registry: Registry;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly createCaller: CreateCaller;
  /** Shows the user a notice that is not an error. */
  readonly warn: (notice: string) => void;
}

/** Makes the caller that commands run for, from the settings that apply in a folder. */
export type CreateCaller = (registry: Registry, options: CallerOptions) => Promise<SettledCaller>;

export interface CallerOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Overrides HELVE_HOME. */
  readonly home?: string | undefined;
  /** Overrides the mode of the settings. */
  readonly mode?: Mode | undefined;
  /** The mode where neither settings nor a flag name one. */
  readonly defaultMode: Mode;
  readonly defaultModeSource: string;
  /** Rules besides those of the settings. */
  readonly rules?: readonly Rule[];
}

/** A caller with the settings that apply to it. */
export interface SettledCaller extends TerminalCaller {
  readonly settings: Settings;
  /** Makes its policy again, in another mode and with more rules. */
  readonly remake: (change: { readonly mode: Mode; readonly rules: readonly Rule[] }) => Promise<Policy>;
}

/** Which conversation to open, and how. By default a new one with the model and the mode of the settings. */
export interface ConversationRequest {
  readonly home?: string | undefined;
  /** The id of a conversation to resume. */
  readonly resume?: string | undefined;
  /** Resume the latest conversation of the folder. */
  readonly continueLatest?: boolean | undefined;
  /** Leave the resumed conversation as it is and work in a copy. */
  readonly fork?: boolean | undefined;
  readonly name?: string | undefined;
  /** The agent definition that gives the conversation its instructions, tools and model. */
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly effort?: Effort | undefined;
  readonly language?: string | undefined;
  readonly permissionMode?: Mode | undefined;
  /** Rules that allow more than the settings do, as `Bash(git *)`. */
  readonly allowedTools?: readonly string[] | undefined;
  readonly maxTurns?: number | undefined;
  /** US dollars. */
  readonly maxCost?: number | undefined;
}
