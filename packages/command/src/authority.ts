import type { Place } from './caller.ts';
import type { Command } from './command.ts';
import type { Confinement } from './confinement.ts';
import type { Access } from './parameters.ts';
import type { Subject } from './subject.ts';

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

/** Decides what a caller may do. `runCommand` asks it once for each call, whichever door the call came through. */
export interface Authority {
  /** Rejects with a CommandError unless the call may run. */
  authorise(call: Call): Promise<void>;
  /** Whether a command may touch a path it found by itself, as a recursive search does. */
  permits(command: Command, absolutePath: string, access: Access): boolean;
  /** What the operating system must enforce on a program that runs for this caller. */
  confinement(place: Place): Promise<Confinement>;
}
