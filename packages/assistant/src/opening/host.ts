import type { Registry } from '@helve/command';
import type { TerminalCaller } from '@helve/doors';
import type { Mode, Policy, Rule, SandboxSetting } from '@helve/policy';
import type { Settings } from '@helve/settings';
import type { TurnHooks } from '../loop/hooks.ts';
import type { Effort } from '../model/provider.ts';

/** What a conversation needs from the program that opens it. */
export interface ConversationHost {
  readonly registry: Registry;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly createCaller: CreateCaller;
  /** Shows the user a notice that is not an error. */
  readonly warn: (notice: string) => void;
  /** Whether the user can move a running command to the background; absent: wherever there is a user. */
  readonly handsOver?: boolean | undefined;
  /** Who holds the conversation, for others who want to write to it: `the screen`. */
  readonly writer?: string | undefined;
  /** What else steps into the turns. */
  readonly hooks?: readonly TurnHooks[] | undefined;
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
  /** More folders that the user works in, as absolute paths. */
  readonly folders?: readonly string[] | undefined;
  /** MCP servers for this caller alone, by name. */
  readonly mcpServers?: Readonly<Record<string, unknown>> | undefined;
  /** Rules besides those of the settings. */
  readonly rules?: readonly Rule[];
  /** Overrides the sandbox of the settings. */
  readonly sandbox?: SandboxSetting | undefined;
  /** Who makes the calls: a person types them, a client approves those of its model, or helve's own model makes them. */
  readonly by: 'person' | 'client' | 'model';
}

/** A caller with the settings that apply to it. */
export interface SettledCaller extends TerminalCaller {
  readonly settings: Settings;
  /** More folders that the user works in, as absolute paths. */
  readonly folders?: readonly string[];
  /** A policy for what the user does themselves: nothing is asked, and deny rules apply. */
  readonly ownPolicy?: () => Promise<Policy>;
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
  /** Models to use instead while the chosen one is overloaded or out of order, in this order. */
  readonly fallbackModels?: readonly string[] | undefined;
  /** In place of what the model is told of its work, or after it: a text, or @ and the path of a file. */
  readonly systemPrompt?: string | undefined;
  readonly appendSystemPrompt?: string | undefined;
  readonly language?: string | undefined;
  readonly permissionMode?: Mode | undefined;
  readonly sandbox?: SandboxSetting | undefined;
  /** More folders that the user works in, as absolute paths. */
  readonly folders?: readonly string[] | undefined;
  /** MCP servers for this conversation alone, by name, in the form of `.mcp.json`. The model is offered their tools. */
  readonly mcpServers?: Readonly<Record<string, unknown>> | undefined;
  /** Rules that allow more than the settings do, as `Bash(git *)`. */
  readonly allowedTools?: readonly string[] | undefined;
  readonly maxTurns?: number | undefined;
  /** US dollars. */
  readonly maxCost?: number | undefined;
  /** Both limits apply to all turns together, with those before the conversation was resumed. */
  readonly limitsAllTurns?: boolean | undefined;
}
