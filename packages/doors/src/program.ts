import type { DoorWord } from './help/help.ts';
import type { FindPlace, Globals } from '@helve/command/line';
import type { Registry } from '@helve/command';
import type { Caller, Policy, PolicyChange, SandboxSetting } from '@helve/policy';
import type { ExitCode } from './exit-code.ts';
import type { Streams } from './streams.ts';

/** What the terminal door needs to know of the program behind it. */
export interface TerminalProgram {
  readonly registry: Registry;
  readonly version: string;
  readonly args: readonly string[];
  readonly streams: Streams;
  /** First words that the program handles by itself. */
  readonly words?: readonly ProgramWord[];
  /** Help for those words, loaded when it is shown. */
  readonly wordHelp?: () => Promise<readonly DoorWord[]>;
  /** Where the caller stands, from what the arguments say of that. */
  readonly place: FindPlace;
  /** Who calls, once the flags that say so are known. */
  readonly caller: (globals: Globals, door?: DoorCaller) => Promise<TerminalCaller>;
}

/** What a door knows of its caller beside the flags that every command has. */
export interface DoorCaller {
  /** Whether a person types the calls, or a client that has approved those of its model makes them. */
  readonly by: 'person' | 'client';
  readonly sandbox?: SandboxSetting | undefined;
}

export interface ProgramWord {
  readonly name: string;
  readonly run: (program: TerminalProgram, args: readonly string[]) => Promise<ExitCode>;
}

export interface TerminalCaller extends Caller {
  /** What is wrong with the settings without being an error. */
  readonly notices: readonly string[];
  /** Makes its policy again: in another mode, with more rules, or with another sandbox. */
  readonly remake: (change: PolicyChange) => Promise<Policy>;
}
