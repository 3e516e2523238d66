import type { Access, Effect, Touch } from '@helve/command';

/** A word of a simple command, with its quotes resolved. */
export interface ShellWord {
  /** What only the shell can tell stands as it was written: `$X`. */
  readonly text: string;
  /** For patterns: UNKNOWN stands for what only the shell can tell, GAP for white space inside the word. */
  readonly form: string;
  /** `names`: a glob, which becomes names of files; `anything`: an expansion, which may become any words at all. */
  readonly holds: 'text' | 'names' | 'anything';
  /** The paths that it may be, as shapes; absent: any. */
  readonly shapes?: readonly string[];
  /** It may also be any path below those. */
  readonly below?: true;
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
  /** The paths that it surely touches. */
  readonly touches: readonly Touch[];
  /** The paths that it may touch beside those. */
  readonly reaches: readonly Reach[];
  /** It may touch paths that cannot be told. A program of which nothing is known is not called vague. */
  readonly vague: boolean;
}

/** A path that something may touch: a shape, in absolute form. */
export interface Reach extends Touch {
  /** Also what is below it. */
  readonly below?: Below | undefined;
}

export interface Below {
  /** Hidden files too. */
  readonly hidden: boolean;
  /** What links lead to as well. */
  readonly links: boolean;
}

/** A shell command line, taken apart. */
export interface ShellLine {
  readonly commands: readonly SimpleCommand[];
  /** What redirections read and write. */
  readonly redirections: readonly Touch[];
  /** What redirections and patterns may touch beside that. */
  readonly reaches: readonly Reach[];
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
  return { text, form: toForm(text), holds: 'text', shapes: [text] };
}

/** The path that a word is, if it can be only one. */
export function pathOf({ shapes }: ShellWord): string | undefined {
  const [only, ...others] = shapes ?? [];
  return others.length === 0 && only !== undefined && !/[\uE002-\uE004]/.test(only) ? only : undefined;
}

/** A word of which nothing is known. */
export function unknownWord(text: string): ShellWord {
  return { text, form: UNKNOWN, holds: 'anything' };
}

/** Text as it stands in a form: characters that a form uses itself are not known for what they are. */
export function toForm(text: string): string {
  return text.replace(/[\uE000-\uE004]/g, UNKNOWN).replace(/\s/g, GAP);
}
