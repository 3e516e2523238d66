import { danger, type Judgement } from './judgement.ts';
import type { Source } from './taint.ts';

/** What a template says of the programs it uses. */
export interface KnownPrograms {
  /** Functions of the template, whose bodies are judged by themselves. */
  readonly functions: ReadonlySet<string>;
  /** Programs of which the template states that all their arguments are data: `data_programs`. */
  readonly declared: ReadonlySet<string>;
  /** What of a caller's is in the variables that the program is given. */
  readonly environment: readonly Source[];
  /** Files of the template that hold something of a caller's. */
  readonly files: readonly Source[];
  /** The caller chose one of them, so that it may be any file. */
  readonly anyFile: boolean;
  /** What stands for things of a caller's that the template leaves somewhere; absent if it leaves none. */
  readonly kept?: readonly Source[] | undefined;
}

/** A caller who chooses the file that something is written to could choose a program of the template. */
export function mayBeWritten(file: string, files: readonly Source[]): Judgement {
  return danger(files, `may be ${file}, which is run`, 'Write to a file that the template names.');
}
