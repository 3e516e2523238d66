/** What goes over the wire between the service and those who call it. */
import type { ErrorReport } from '@helve/registry';
import * as v from 'valibot';

export const PROTOCOL_VERSION = 1;

const environment = v.record(v.string(), v.string());

/** Runs one command of the registry where things are kept. Whoever calls has judged it. */
const commandRun = v.object({
  action: v.literal('command.run'),
  params: v.object({ path: v.string(), input: v.record(v.string(), v.unknown()), cwd: v.string(), env: environment }),
});

/** Runs arguments as the terminal would, under the settings that hold there, and gives back what it would print. */
const argv = v.object({
  action: v.literal('argv'),
  params: v.object({
    args: v.array(v.string()),
    cwd: v.string(),
    env: environment,
    /** Whether what is printed goes to a terminal. */
    terminal: v.optional(v.boolean(), false),
    /** Whether there is a person who could be asked. */
    attended: v.optional(v.boolean(), false),
    /** The caller's, in octal; files would be made with the service's. */
    umask: v.optional(v.string()),
  }),
});

const head = {
  protocol_version: v.literal(PROTOCOL_VERSION),
  id: v.string(),
  /** When the caller stops waiting, in milliseconds since the epoch. */
  deadline: v.optional(v.number()),
};

export const REQUEST = v.variant('action', [
  v.object({ ...head, ...commandRun.entries }),
  v.object({ ...head, ...argv.entries }),
]);

export type ServiceRequest = v.InferOutput<typeof REQUEST>;
export type CommandRun = v.InferOutput<typeof commandRun>['params'];
export type ArgvRun = v.InferOutput<typeof argv>['params'];

export type ServiceAnswer =
  | { readonly ok: true; readonly data: unknown; readonly warnings?: readonly string[] }
  | { readonly ok: false; readonly error: ErrorReport };

export type ServiceReply = { readonly protocol_version: number; readonly id: string | null } & ServiceAnswer;

/** What the action `argv` answers. */
export type ArgvAnswer = Printed | { readonly foreground: true };

/** What a run of arguments printed, and the exit code. */
export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}
