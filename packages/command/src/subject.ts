import type { Access } from './parameters.ts';

/** A path that a call would read or write, in absolute form. */
export interface Touch {
  readonly path: string;
  readonly access: Access;
}

/**
 * What a call is about, for the policy: all that its parameters do not declare. Paths, addresses and shell lines that a
 * parameter holds are declared there, with `path()`, `url()` and `shellLine()`.
 */
export interface Subject<Input = object, Output = unknown> {
  /** The input with the names in it replaced by what they mean, such as an alias. It is what is judged and what runs. */
  readonly input?: Input;
  /** A shell command line that the call would run and that no parameter holds. */
  readonly shellLine?: string;
  /** Paths of other commands that do the same with this input: a rule that restricts one of them restricts this call. */
  readonly sameAs?: readonly string[];
  /** Other names of the call that only it has: a rule for one of them is a rule for this call. */
  readonly names?: readonly string[];
  /** Whether the call starts programs in the sandbox: it takes the caller's confinement along where it is forwarded. */
  readonly confined?: boolean;
  /** Lines that the call would type into a shell. */
  readonly typing?: Typing<Input, Output>;
}

/** How to find out what would be typed into a shell, which only the process that keeps the shell knows. */
export interface Typing<Input, Output> {
  /** An input with which the same command only reports. */
  readonly peek: Input;
  /** The lines in that report; none where no shell would be given any. */
  lines(report: Output): TypedLines | undefined;
}

export interface TypedLines {
  readonly text: string;
  /** Why something else may be entered. */
  readonly doubt?: string | undefined;
  /** The folder that the shell is in. */
  readonly workingDirectory: string;
}
