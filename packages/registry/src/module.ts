import type { Command } from './command.ts';

/** Loads a command's file, so that starting one command reads no other. */
export type CommandLoader = () => Promise<{ readonly command: Command }>;

/** A named group of commands: `fs`, `git`. */
export interface Module {
  readonly name: string;
  readonly summary: string;
  /** Action to its command's file, or to the action that it is another name of. */
  readonly actions: Readonly<Record<string, CommandLoader | string>>;
}

export function defineModule(module: Module): Module {
  return module;
}
