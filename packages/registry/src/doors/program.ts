import type { Globals } from '../line/globals.ts';
import type { Registry } from '../registry.ts';
import type { Caller } from '../run.ts';
import type { Streams } from './streams.ts';

/** What the terminal door needs to know of the program behind it. */
export interface TerminalProgram {
  readonly registry: Registry;
  readonly version: string;
  readonly args: readonly string[];
  readonly streams: Streams;
  /** Who calls, once the flags that say so are known. */
  readonly caller: (globals: Globals) => Promise<TerminalCaller>;
}

export interface TerminalCaller extends Caller {
  /** What is wrong with the settings without being an error. */
  readonly notices: readonly string[];
}
