import type { Place } from './caller.ts';
import type { Command } from './command.ts';
import type { Confinement } from './confinement.ts';
import type { Context } from './context.ts';
import type { Need } from './need.ts';
import type { Access } from './parameters.ts';
import type { Programs, Subject } from './subject.ts';

export type PathVerdict = 'allow' | 'ask' | 'deny';

/** One call of a command, before it runs. */
export interface Call {
  readonly command: Command;
  /** Validated, with defaults and expanded names. */
  readonly input: object;
  readonly subject: Subject;
  readonly place: Place;
  /** Runs the same command with another input, one that only reports: what a session would be given to type. */
  readonly peek: (input: object) => Promise<unknown>;
}

/** What a call that may run is granted. */
export interface Grant {
  /** What the operating system enforces on programs that the call starts; absent: nothing. */
  readonly confinement?: Confinement | undefined;
  /** Whether the call may touch a path that it finds by itself or that its input leads to by now; absent: any path. */
  readonly permits?: Context['permits'] | undefined;
}

/** Decides what a caller may do. `runCommand` asks it once for each call, whichever door the call came through. */
export interface Authority {
  /** Rejects with a CommandError unless the call may run. */
  authorise(call: Call): Promise<Grant>;
  /** A grant with which the programs of a call have what they lacked, if the user agrees. */
  widen(call: Call, granted: Confinement, needs: readonly Need[]): Promise<Grant | undefined>;
  /** What the rules decide about a path that a command found by itself. A path that must be asked about is `ask`. */
  verdict(command: Command, absolutePath: string, access: Access): Promise<PathVerdict>;
  /** The rules on paths as text, with which another process of ours can give the same verdicts; absent: there are none. */
  limits?(): string | undefined;
  /** Notes that a call of this caller has started something that runs on. */
  started?(name: string): void;
  /** What the operating system enforces on programs that start for this caller outside of any call. */
  confinement(place: Place, programs?: Programs): Promise<Confinement | undefined>;
}
