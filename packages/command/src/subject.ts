import type { Need } from './need.ts';
import type { Access } from './parameters.ts';

/** A path that a call would read or write, in absolute form. */
export interface Touch {
  readonly path: string;
  readonly access: Access;
  /** Where the path led, with links followed, when the call was judged. */
  readonly real?: string;
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
  /** Paths that the call would touch and that no parameter declares, such as the file that an address names. */
  readonly touches?: readonly Touch[];
  /** Paths of other commands that do the same with this input: a rule that restricts one of them restricts this call. */
  readonly sameAs?: readonly string[];
  /** Other names of the call that only it has: a rule for one of them is a rule for this call. */
  readonly names?: readonly string[];
  /** The programs that the call starts; absent: it starts none, or none that can be confined. */
  readonly programs?: Programs<Output>;
  /** The name of what the call leaves running, such as a session, from its result. */
  starts?(output: Output): string | undefined;
  /** The name of what the call ends. An agent may end what it has started itself. */
  readonly ends?: string;
  /** The name of what the call reads, such as a session. An agent may read what it has started itself. */
  readonly reads?: string;
  /** Lines that the call would type into a shell. */
  readonly typing?: Typing<Input, Output>;
}

/** The programs that a call starts. The policy decides whether they are confined. */
export interface Programs<Output = unknown> {
  /** `true`: only in the sandbox; `false`: outside of it; absent: as the policy has it. */
  readonly sandbox?: boolean | undefined;
  /** The call is made to use the network, so its programs have it in the sandbox too, with the user's ssh-agent. */
  readonly network?: boolean | undefined;
  /** The caller wants the programs of a shell line to have the network of the machine; rules and the mode decide. */
  readonly wantsNetwork?: boolean | undefined;
  /**
   * Others wrote the programs: they are also confined for a caller whose own programs are not, and have the network then.
   * They never have an agent of the user.
   */
  readonly foreign?: boolean | undefined;
  /** Paths that the call is made to change. Its programs may write them, also guarded ones. */
  readonly writes?: readonly string[] | undefined;
  /** What the programs lacked in the sandbox. The user is asked for it, and the call is made again. */
  needs?(output: Output): readonly Need[];
}

/** How to find out what would be typed into a shell, which only the process that keeps the shell knows. */
export interface Typing<Input, Output> {
  /** An input with which the same command only reports. */
  readonly peek: Input;
  /** The lines in that report; none where no shell would be given any. */
  lines(report: Output): TypedLines | undefined;
  /** Whether the shell is confined. */
  confined(report: Output): boolean;
}

export interface TypedLines {
  readonly text: string;
  /** Why something else may be entered. */
  readonly doubt?: string | undefined;
  /** The folder that the shell is in. */
  readonly workingDirectory: string;
}
