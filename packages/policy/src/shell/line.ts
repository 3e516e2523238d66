import type { Access, Effect, Touch } from '@helve/command';

/** A word of a simple command, with its quotes resolved. */
export interface ShellWord {
  /** What only the shell can tell stands as it was written: `$X`. */
  readonly text: string;
  /** For patterns: UNKNOWN stands for what only the shell can tell, GAP for white space inside the word. */
  readonly form: string;
  /** `names`: a glob, which becomes names of files; `anything`: an expansion, which may become any words at all. */
  readonly holds: 'text' | 'names' | 'anything';
  /** The path it is when it is one, if that can be told. */
  readonly path?: string;
}

export const UNKNOWN = '\uE001';
export const GAP = '\uE000';

/** One program with its arguments, wherever in the line it stands. */
export interface SimpleCommand {
  readonly words: readonly ShellWord[];
  /** Variables set for it that may change what it does. */
  readonly assignments: readonly ShellWord[];
  /** Words before it that give it more rights than it would have: `sudo`. A rule must name them too to allow it. */
  readonly through: readonly ShellWord[];
  /** It only starts commands that stand in the list by themselves, as `nice` and `sh -c` do. */
  readonly starts: boolean;
  readonly effect: Effect;
  /** The paths among its arguments, where that is clear. */
  readonly touches: readonly Touch[];
  /** It may touch paths that cannot be told. */
  readonly vague: boolean;
}

/** A shell command line, taken apart. */
export interface ShellLine {
  readonly commands: readonly SimpleCommand[];
  /** What redirections read and write. */
  readonly redirections: readonly Touch[];
  /** Redirections whose file cannot be told. */
  readonly unclear: readonly { readonly text: string; readonly access: Access }[];
  /** Why not all that the line runs can be told; where there is such a reason, no rule allows the line. */
  readonly doubts: readonly string[];
  readonly effect: Effect;
}

/** A simple command as a person would write it. */
export function commandText({ through, assignments, words }: SimpleCommand): string {
  return [...through, ...assignments, ...words].map(({ text }) => text).join(' ');
}

/** The program, as it was named. */
export function programOf(words: readonly ShellWord[]): string {
  return words[0]?.text ?? '';
}

/** The name of a program without its folder. */
export function baseName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1);
}

/** A word that is exactly this text. */
export function plainWord(text: string): ShellWord {
  return { text, form: toForm(text), holds: 'text', path: text };
}

/** A word of which nothing is known. */
export function unknownWord(text: string): ShellWord {
  return { text, form: UNKNOWN, holds: 'anything' };
}

/** Text as it stands in a form: characters that a form uses itself are not known for what they are. */
export function toForm(text: string): string {
  return text.replace(/[\uE000\uE001]/g, UNKNOWN).replace(/\s/g, GAP);
}
