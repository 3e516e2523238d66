import type { Place, Reach } from './caller.ts';
import type { Command } from './command.ts';
import type { Confinement } from './confinement.ts';
import { CommandError } from './errors.ts';
import type { Keepable } from './keep.ts';
import type { Access } from './parameters.ts';
import type { Registry } from './registry.ts';

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
  /** What the operating system must enforce on programs that the call starts in the sandbox. */
  readonly confinement: () => Promise<Confinement>;
  /** Runs another command for the same caller. It is judged by itself. */
  readonly call: (command: Command, input: unknown) => Promise<unknown>;
  /** Every command there is where the caller stands. */
  readonly registry: () => Promise<Registry>;
  /** What this process keeps beyond the call; only for commands that live in the service. */
  readonly keep: <Kept>(keepable: Keepable<Kept>) => Kept;
  /** Says what is known of the call beside its data, for a door whose contract has a place for it. */
  readonly beside: (facts: Facts) => void;
  /** Says something about the result that is not an error; each door shows it beside the result. */
  readonly warn: (message: string) => void;
}

/** Throws what the signal was aborted with: a timeout or a cancellation. */
export function throwIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw signal.reason instanceof CommandError
    ? signal.reason
    : new CommandError('CANCELLED', 'The command was cancelled', { retry: 'safe' });
}
