import type { Authority } from './authority.ts';
import type { Command } from './command.ts';
import type { Confinement } from './confinement.ts';
import type { Contact } from './contact.ts';
import type { Facts } from './context.ts';
import type { Editor } from './editor.ts';
import type { Keeper } from './keep.ts';
import type { Registry } from './registry.ts';
import type { Wording } from './wording.ts';

/**
 * The variable that names the agent that a call is made for. Programs inherit it, so that a helve that an agent starts
 * keeps what it sets for that agent too. A person has none.
 */
export const OWNER_VARIABLE = 'HELVE_OWNER';

/** Where a caller is. */
export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The state folder, HELVE_HOME. */
  readonly home: string;
  /** MCP servers that a client brought for this caller alone, by name, in the form of `.mcp.json`. */
  readonly mcpServers?: Readonly<Record<string, unknown>> | undefined;
}

/** A process, told apart from a later one with the same pid. */
export interface ProcessId {
  readonly pid: number;
  readonly identity: string;
}

/** How a caller follows a call and is reached meanwhile. What is absent, nobody listens to. */
export interface Reach {
  /** Aborted when the caller cancels. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that the command may take. */
  readonly timeout?: number | undefined;
  /** The milliseconds that the caller gave in full, where some of `timeout` was used on the way to this process. */
  readonly fullTimeout?: number | undefined;
  /** Aborted when what runs should continue in the background, without the caller. */
  readonly handOver?: AbortSignal | undefined;
  readonly progress?: ((message: string) => void) | undefined;
  /** Receives the last lines that a running program printed, now and then. */
  readonly onPrinted?: ((lastLines: string) => void) | undefined;
  /** The process with which terminal sessions of this caller end; absent: they outlive their caller. */
  readonly owner?: ProcessId | undefined;
  /** How the user is asked for more in the middle of the call. */
  readonly contact?: Contact | undefined;
  /** The editor that the caller works in. */
  readonly editor?: Editor | undefined;
  /** Runs another command as a call of the model itself, with whoever guards its calls; absent: nobody does. */
  readonly callWithin?: ((command: Command, input: object, signal: AbortSignal) => Promise<unknown>) | undefined;
  /** The tool call of a model that this is done for. */
  readonly toolCall?: string | undefined;
  /** The id of this one call, where somebody follows it. */
  readonly requestId?: string | undefined;
  /** Receives where a forwarded command was sent. */
  readonly onForwarded?: ((way: Way) => void) | undefined;
}

/** What the process that runs a command offers. */
export interface Host {
  /** What this process keeps beyond one call; absent: commands that need it are forwarded. */
  readonly keeper?: Keeper | undefined;
  /** The commands there are, for those that speak of others or run them. */
  readonly registry?: Registry | undefined;
  /** Runs a command in the service. It was validated and authorised already. */
  readonly forward?: Forward | undefined;
  readonly now?: (() => number) | undefined;
}

/** Who calls, with an authority of any kind. Its parts are passed on whole. */
export interface CallerWith<Given extends Authority> {
  readonly place: Place;
  readonly authority: Given;
  readonly reach: Reach;
  readonly host: Host;
}

export interface Way {
  readonly url: string;
  readonly httpStatus: number;
}

export type Forward = (command: Command, input: object, from: ForwardedFrom) => Promise<Omit<Outcome, 'input'>>;

/** Where a forwarded command was called, how long its caller waits, and how they are reached meanwhile. */
export interface ForwardedFrom {
  readonly place: Place;
  readonly reach: Reach;
  readonly signal: AbortSignal;
  readonly deadline: number | undefined;
  /** What programs that the command starts are confined to, where it starts any in the sandbox. */
  readonly confinedTo?: Confinement | undefined;
  /** The caller's rules on paths: see `Authority.limits`. */
  readonly limits?: string | undefined;
}

export interface Outcome {
  readonly data: unknown;
  /** The input as it was understood, with defaults. */
  readonly input: object;
  readonly warnings: readonly Wording[];
  /** What is known of the call beside its data. */
  readonly facts?: Facts | undefined;
}

/** The caller, reached in other ways too. */
export function withReach<Caller extends CallerWith<Authority>>(caller: Caller, more: Reach): Caller {
  return { ...caller, reach: { ...caller.reach, ...more } };
}
