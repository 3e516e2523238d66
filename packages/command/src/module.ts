import type { Command } from './command.ts';
import type { Facts } from './context.ts';
import type { ErrorReport } from './errors.ts';

/** What is known of an answer when its envelope is made. */
export type Answered =
  | { readonly ok: true; readonly data: unknown; readonly facts: Facts; readonly warnings: readonly string[] }
  | {
      readonly ok: false;
      readonly error: ErrorReport;
      readonly warnings: readonly string[];
      readonly requestId?: string | undefined;
    };

export type EnvelopeMaker = (answered: Answered) => object;

/** Loads a command's file, so that starting one command reads no other. */
export type CommandLoader = () => Promise<{ readonly command: Command }>;

/** A named group of commands: `fs`, `git`. */
export interface Module {
  readonly name: string;
  readonly summary: string;
  /** For a guest, how its tools are reached: `utcp`, `mcp`. */
  readonly source?: string;
  /** For a guest, what it and its actions are called where they come from: such names cannot always stand on a line. */
  readonly origin?: { readonly name: string; readonly actions: ReadonlyMap<string, string> };
  /** For a guest that cannot be used: why, and what can be done about it. It has no actions. */
  readonly problem?: { readonly message: string; readonly hint?: string | undefined };
  /** Sets that tools of its commands are in, besides the one of its name. A server loads no module that has none it offers. */
  readonly sets?: readonly string[];
  /** How the terminal prints answers of its commands as JSON, where a contract gives a form of its own. */
  readonly envelope?: () => Promise<EnvelopeMaker>;
  /** Actions whose data is printed without an envelope, because a contract says so. */
  readonly bare?: readonly string[];
  /** Action to its command's file, or to the action that it is another name of. */
  readonly actions: Readonly<Record<string, CommandLoader | string>>;
}

export function defineModule(module: Module): Module {
  return module;
}
