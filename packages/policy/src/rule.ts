import { type Access, CommandError } from '@helve/command';
import type { Verdict } from './policy.ts';

/** A line of the settings such as `fs write(src/**)`, read. */
export interface Rule {
  readonly verdict: Verdict;
  /** As it was written. */
  readonly text: string;
  /** The file or flag it stands in. */
  readonly source: string;
  /** The folder that its paths start from; absent: the project's. */
  readonly root?: string;
  /** The commands it speaks of: by path, or by what they do to a path. */
  readonly subject: Subject;
  /** Which paths, or for commands that take a shell line which commands in it; absent: any. */
  readonly pattern?: string;
}

export type Subject =
  | {
      readonly kind: 'commands';
      readonly paths: readonly string[];
      /** Also whatever else is given a shell command line. */
      readonly shell?: boolean;
    }
  | { readonly kind: 'access'; readonly access: Access }
  /** Hosts and unix sockets that confined programs may connect to. */
  | { readonly kind: 'network' | 'socket' }
  /** Shell commands that run outside the sandbox. */
  | { readonly kind: 'unconfined' };

/** Names that other tools' settings use, in our words. */
const OTHER_NAMES: Readonly<Record<string, Subject>> = {
  Read: { kind: 'access', access: 'read' },
  Edit: { kind: 'access', access: 'write' },
  MultiEdit: { kind: 'access', access: 'write' },
  Write: { kind: 'access', access: 'write' },
  Glob: { kind: 'commands', paths: ['fs find', 'fs list'] },
  LS: { kind: 'commands', paths: ['fs list'] },
  Grep: { kind: 'commands', paths: ['fs grep', 'fs search'] },
  NotebookEdit: { kind: 'access', access: 'write' },
  WebFetch: { kind: 'commands', paths: ['web fetch'] },
  WebSearch: { kind: 'commands', paths: ['web search'] },
  Network: { kind: 'network' },
  Socket: { kind: 'socket' },
  Bash: { kind: 'commands', paths: ['terminal exec'], shell: true },
  Unconfined: { kind: 'unconfined' },
};

/** Reads a rule. What it names need not exist: `findUselessRules` tells. */
export function parseRule(verdict: Verdict, text: string, source: string): Rule {
  const parts = /^\s*([^()]+?)\s*(?:\((.*)\)\s*)?$/s.exec(text);
  const [, name, pattern] = parts ?? [];
  if (name === undefined || pattern?.trim() === '') {
    throw new CommandError('INVALID_SETTINGS', `The rule ${JSON.stringify(text)} in ${source} cannot be read`, {
      hint: 'A rule is a command, with paths or a command in brackets if need be: fs write(src/**), Read(~/.ssh/**), Bash(git *).',
      details: { rule: text, source },
    });
  }
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  const subject = other ?? { kind: 'commands' as const, paths: [name.replace(/\s+/g, ' ')] };
  return { verdict, text, source, subject, ...(pattern === undefined ? {} : { pattern: pattern.trim() }) };
}

/** Whether a rule speaks of a command: its own path, its module (`fs`, `fs *`), or everything (`*`). */
export function namesCommand(rulePath: string, command: string): boolean {
  if (rulePath === '*' || rulePath === command) return true;
  // A tool of an MCP server as other programs name it; `mcp__server` and `mcp__server__*` are all of a server.
  if (rulePath.startsWith('mcp__')) return command.startsWith(`${rulePath.replace(/__\*$/, '')}__`);
  const group = rulePath.endsWith(' *') ? rulePath.slice(0, -2) : rulePath;
  return command.startsWith(`${group} `);
}
