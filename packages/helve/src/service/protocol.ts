/** What goes over the wire between the service and those who call it. */
import type { Confinement, ErrorReport, Facts, Wording } from '@helve/command';
import type { ErrorWording } from '@helve/command/host';
import * as v from 'valibot';

export const PROTOCOL_VERSION = 1;

/** How long the service keeps a connection open on which nothing is sent. */
export const KEEP_ALIVE_MS = 60_000;

/**
 * What a caller accepts who wants to hear how a request goes: lines of JSON, `{"protocol_version":1,"id":…,"progress":"…"}`
 * any number of times and then the reply; a line with a `question` is to be answered by a request of its own. Others get
 * the reply alone.
 */
export const PROGRESS_LINES = 'application/x-ndjson';

const environment = v.record(v.string(), v.string());

const texts = v.pipe(v.array(v.string()), v.readonly());

/** What the operating system enforces on programs that a command starts. */
const confinement = v.object({
  project: v.string(),
  writable: texts,
  readOnly: texts,
  guarded: texts,
  hidden: texts,
  shown: texts,
  all: v.optional(v.literal(true)),
  keepTemp: v.boolean(),
  network: v.union([v.picklist(['closed', 'open']), v.object({ hosts: texts, except: v.optional(texts) })]),
  sockets: texts,
}) satisfies v.GenericSchema<Confinement>;

/** Runs one command of the registry where things are kept. Whoever calls has judged it. */
const commandRun = v.object({
  action: v.literal('command.run'),
  params: v.object({
    path: v.string(),
    input: v.record(v.string(), v.unknown()),
    /** The caller has checked the input against the command's schema. */
    validated: v.optional(v.boolean(), false),
    cwd: v.string(),
    env: environment,
    /** What the caller can be asked in the middle of it; they must accept lines. */
    answers: v.optional(v.array(v.picklist(['elicit', 'sample'])), []),
    /** The caller may want it to go on without them: see `handOver`. */
    handsOver: v.optional(v.boolean(), false),
    /** The process with which the terminal sessions that it starts end. */
    owner: v.optional(v.object({ pid: v.number(), identity: v.string() })),
    /** By the caller's rules; absent: the command starts no program in the sandbox. */
    confinedTo: v.optional(confinement),
    /** The caller's rules on paths, as the policy writes them; absent: there are none. */
    limits: v.optional(v.string()),
    /** The milliseconds that the caller gave, before any were used on the way. */
    timeout: v.optional(v.number()),
  }),
});

/** Answers a question that was put to the caller of a command that still runs. */
const answerTo = v.object({
  action: v.literal('answer'),
  params: v.object({ question: v.string(), answer: v.record(v.string(), v.unknown()) }),
});

/** What a command that still runs has begun is to go on, and its caller to be answered. */
const handOver = v.object({ action: v.literal('handOver'), params: v.object({ request: v.string() }) });

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

/** Ends the service, unless it keeps something or has something else to do; another version waits to take its place. */
const leave = v.object({ action: v.literal('leave'), params: v.object({}) });

const head = {
  protocol_version: v.literal(PROTOCOL_VERSION),
  id: v.string(),
  /** When the caller stops waiting, in milliseconds since the epoch. */
  deadline: v.optional(v.number()),
};

export const REQUEST = v.variant('action', [
  v.object({ ...head, ...commandRun.entries }),
  v.object({ ...head, ...argv.entries }),
  v.object({ ...head, ...answerTo.entries }),
  v.object({ ...head, ...handOver.entries }),
  v.object({ ...head, ...leave.entries }),
]);

/** A question to the caller, in a line of its own before the reply. */
export interface QuestionLine {
  readonly id: string;
  readonly kind: 'elicit' | 'sample';
  readonly about: Readonly<Record<string, unknown>>;
}

export type ServiceRequest = v.InferOutput<typeof REQUEST>;
export type CommandRun = v.InferOutput<typeof commandRun>['params'];
export type ArgvRun = v.InferOutput<typeof argv>['params'];

export type ServiceAnswer =
  | { readonly ok: true; readonly data: unknown; readonly warnings?: readonly Wording[]; readonly facts?: Facts }
  | {
      readonly ok: false;
      readonly error: ErrorReport;
      /** The parts of the error's texts, for a caller whose door names parameters in its own way. */
      readonly wording?: ErrorWording;
    };

export type ServiceReply = { readonly protocol_version: number; readonly id: string | null } & ServiceAnswer;

/** What the action `argv` answers. */
export type ArgvAnswer = Printed | { readonly foreground: true };

/** What a run of arguments printed, and the exit code. */
export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}
