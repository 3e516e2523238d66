import type { PathVerdict } from './authority.ts';
import type { Place, Reach } from './caller.ts';
import type { Command } from './command.ts';
import type { Confinement } from './confinement.ts';
import { CommandError } from './errors.ts';
import type { Keepable } from './keep.ts';
import type { Access } from './parameters.ts';
import type { Registry } from './registry.ts';
import type { Wording } from './wording.ts';

/** What is known of a call beside its data: the id of a request, the page it was about. */
export type Facts = Readonly<Record<string, unknown>>;

/** What a command is given besides its input. Built per call; commands never read `process`. */
export interface Context {
  /** Aborted on cancellation and when the deadline passes. */
  readonly signal: AbortSignal;
  /** When the call must have ended, in milliseconds since the epoch. */
  readonly deadline: number | undefined;
  /** Where the caller is. */
  readonly place: Place;
  /** How the caller follows the call and is reached meanwhile. */
  readonly reach: Reach;
  readonly now: () => number;
  readonly progress: (message: string) => void;
  /**
   * Whether the rules let this command touch a path it came across by itself, as a recursive search does.
   * Paths in the input were judged before the command started.
   */
  readonly permits: (absolutePath: string, access: Access) => boolean;
  /** Whether `permits` may refuse a path. Without rules there is nothing to look out for. */
  readonly restricted: boolean;
  /** What the caller's rules decide about such a path; a path that they must be asked about is `ask`. */
  readonly verdict: (absolutePath: string, access: Access) => Promise<PathVerdict>;
  /** The path of the command that runs: `browser tab open`. */
  readonly command: string;
  /** What the operating system must enforce on programs that the call starts; absent: nothing. */
  readonly confinement?: Confinement | undefined;
  /** Runs another command for the same caller. It is judged by itself. */
  readonly call: (command: Command, input: unknown) => Promise<unknown>;
  /** Every command there is where the caller stands. */
  readonly registry: () => Promise<Registry>;
  /** What this process keeps beyond the call; only for commands that live in the service. */
  readonly keep: <Kept>(keepable: Keepable<Kept>) => Kept;
  /** Says what is known of the call beside its data, for a door whose contract has a place for it. */
  readonly beside: (facts: Facts) => void;
  /** Says something about the result that is not an error; each door shows it beside the result. */
  readonly warn: (message: Wording) => void;
}

/** Throws what the signal was aborted with: a timeout or a cancellation. */
export function throwIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw signal.reason instanceof CommandError
    ? signal.reason
    : new CommandError('CANCELLED', 'The command was cancelled', { retry: 'safe' });
}
