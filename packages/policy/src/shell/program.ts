import type { ShellWord } from './line.ts';
import type { OptionLists } from './options.ts';

/** What is known of a program. An empty row is the same as none: it may do anything, but runs none of its arguments. */
export interface Program {
  /** It runs the command that its arguments contain. */
  readonly runs?: Runner;
  /** It runs the command behind such an option. */
  readonly execOption?: RegExp;
  /** It reads shell text: in the language that is parsed here, or in another. */
  readonly shell?: 'parsed' | 'other';
  /**
   * It runs what it is given in a way that is not followed. `command`: its arguments are a command, so no rule can be
   * sure of what it runs. `code`: they may contain code, so a rule should not cover all of them.
   */
  readonly obscure?: 'command' | 'code';
  /** It is a builtin that evaluates its arguments, or the subscript in a name. */
  readonly evaluates?: true;
  /** It is a builtin that declares variables. */
  readonly declares?: true;
  /** It is an interpreter of code that its arguments contain or name. */
  readonly interpreter?: Interpreter;
  /** Which of its arguments are data. Absent: none is known to be. */
  readonly data?: Data;
  /**
   * When it writes and starts nothing: always, with `--version` alone, without such an option, or if the check holds. For
   * the last two no word may be unknown.
   */
  readonly reads?: true | 'version' | RegExp | ((words: readonly ShellWord[]) => boolean);
  /** Which of its operands are files, and what it does to them. Absent: it may read and write any. */
  readonly files?: Files;
  /** It reads all that is below a folder: always, or with such an option. */
  readonly recurses?: true | RegExp;
  /** Below a folder it leaves out hidden files, unless such an option is given. */
  readonly skipsHidden?: RegExp;
  /** Below a folder it follows links: always, or with such an option. */
  readonly followsLinks?: true | RegExp;
  /** With such a word it reads files that are not among its words. */
  readonly indirect?: RegExp;
  /** Its options; an operand before which there is another may be anything. */
  readonly options?: OptionLists;
  /** It changes only the files that it is given. */
  readonly changesOnlyFiles?: true;
}

/** `none`: its operands are no files. `move`: what it reads is gone then. */
export type Files = 'none' | 'read' | 'write' | 'pattern' | 'copy' | 'move' | 'mode' | 'find' | 'dd' | 'download';

/** How a program names the command that it runs. */
export interface Runner extends OptionLists {
  /** Words before the command that belong to the program: a duration, a folder. */
  readonly skip?: number;
  /** Variables may be set before the command. */
  readonly assigns?: boolean;
  /** The command has more rights than the caller, so a rule must name the program to allow it. */
  readonly raises?: boolean;
  /** With this option, or always, the words are the text of a script. */
  readonly script?: string | true;
  /** With these options a shell or an editor runs the command, or it runs in another folder. */
  readonly unclear?: readonly string[];
  /** Options that a tool's template may use before the command. Absent: a template may give it nothing of a caller's. */
  readonly inTemplates?: readonly string[];
}

/**
 * Which arguments of a program are data to it: it does not run them, and does not read the name of a program, a setting
 * or an option from them. An argument in a position that is not listed is not known to be data.
 */
export interface Data {
  /** Every argument is, whatever stands before it: no option makes the program run anything. */
  readonly any?: true;
  /** Options without a value, and options whose value is data. */
  readonly flags?: readonly string[];
  readonly valued?: readonly string[];
  /** Options whose value sets a variable for a program: `-e NAME=value`. */
  readonly variables?: readonly string[];
  /** Options whose value is not data. They are listed so that it is known where the operands are. */
  readonly closed?: readonly string[];
  /** The first operand that is data, counted from 0. `none`: no operand is. */
  readonly operands?: number | 'none';
  /** Names of options are written with one dash: `-name`. */
  readonly oneDash?: true;
  /** What follows this many operands is a command that it runs. */
  readonly runsAfter?: number;
  /** Its input is code. */
  readonly inputIsCode?: true;
  /** The data of its subcommands. */
  readonly commands?: Readonly<Record<string, Data>>;
}

/** Where an interpreter finds its code. What follows the code, or the file of the code, are arguments of that code. */
export interface Interpreter {
  /** Options without a value. */
  readonly flags?: readonly string[];
  /** Options that take the rest of their word, if there is any. */
  readonly attached?: readonly string[];
  /** Options with a value. */
  readonly valued?: readonly string[];
  /** Options whose value is code. */
  readonly code: readonly string[];
  /** Options whose value is code or names it, and after which no other option is read. */
  readonly last?: readonly string[];
  /** Options that make it open each argument as a file, in a way that can run programs. */
  readonly opens?: readonly string[];
  /** Its first operand is code, unless an option gives the code. */
  readonly codeFirst?: true;
  /** Options are also read behind operands. */
  readonly permutes?: true;
  /** A caller may name the file to run, as UTCP's own examples do. */
  readonly fileFromCaller?: true;
}
