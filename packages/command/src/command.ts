import type * as v from 'valibot';
import type { Place, Reach } from './caller.ts';
import type { ContentPart } from './content.ts';
import type { Context, Facts } from './context.ts';
import { type InputSchema, valibotInput } from './input.ts';
import type { Subject } from './subject.ts';
import type { Wording } from './wording.ts';

/**
 * What running a command may do: `inspect` reads only, `modify` changes files of the project, `execute` runs
 * programs or acts on the outside.
 */
export type Effect = 'inspect' | 'modify' | 'execute';

/**
 * A function that a command declares. Its types are those of a method, so that a command of any input is a `Command`:
 * TypeScript would want its input to fit every command, but it was validated before it is passed on.
 */
type Declared<Given extends readonly unknown[], Result> = { call(...given: Given): Result }['call'];

/** An effect that depends on the input, and the most that it can be. */
export interface EffectByInput<Input> {
  readonly most: Effect;
  readonly of: Declared<[input: Input], Effect>;
}

/** Writes a text with the names that the caller uses. */
export type Say = (wording: Wording) => string;

/** How a result is shown. What is absent falls back to JSON. `facts` is what is known of the call beside its data. */
export interface Rendering<Input, Output> {
  /** For a model: all it needs, as plain text or typed parts. */
  readonly model?: Declared<[data: Output, input: Input, facts: Facts, say: Say], string | readonly ContentPart[]>;
  /** For a person at a terminal. */
  readonly person?: Declared<[data: Output, input: Input, facts: Facts, say: Say], string>;
  /** In one short line. */
  readonly brief?: Declared<[data: Output, input: Input, facts: Facts], string>;
}

/** A command as a tool. Its parameters and result are the command's own, under other names where a contract gives some. */
export interface Tool<Parameter extends string = string> {
  /** As clients call it: `CliRun`. */
  readonly name: string;
  /** The set it is offered in: `cli`, `text`, `git`. */
  readonly set: string;
  /** When and how to use it, for a model. */
  readonly guidance: string;
  /** Parameters that the tool's contract calls otherwise: ours to theirs. */
  readonly rename?: { readonly [Name in Parameter]?: string };
  /** The parameters that are offered; absent: all. */
  readonly only?: readonly Parameter[];
  /** Parameters that the tool requires although the command does not, because the command has other ways to be called. */
  readonly needs?: readonly Parameter[];
  /** Values that the tool uses for parameters that its caller leaves out. */
  readonly defaults?: { readonly [Name in Parameter]?: unknown };
}

export type Run<Input = object, Output = unknown> = Declared<[input: Input, context: Context], Promise<Output>>;

/** Loads the work of a command when it first runs. */
export interface RunLoader<Input = object, Output = unknown> {
  (): Promise<Run<Input, Output>>;
  /** Whether it must run in the service of the home; other processes forward it there. */
  readonly inService?: Declared<[input: Input, reach: Reach], boolean>;
}

/** What a call would change, as a diff. */
export type Preview<Input = object> = Declared<[input: Input, where: Place], Promise<string | undefined>>;

/** A line for helve in the input of a command that runs lines in a shell. */
export interface Intercepted<Output = unknown> {
  readonly line: string;
  /** The folder to run it in, and the milliseconds that it may take. */
  readonly cwd?: string | undefined;
  readonly timeout?: number | undefined;
  readonly toOutput: (ran: RanLine) => Output;
}

/** What came of an intercepted line. */
export interface RanLine {
  /** As the terminal door would exit. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  readonly cwd: string;
}

export interface Command<Input = object, Output = unknown> {
  /** Module and action, as typed: `fs read`, `browser session create`. */
  readonly path: string;
  readonly summary: string;
  /** Lines that work as they stand in a project. */
  readonly examples: readonly string[];
  readonly effect: Effect | EffectByInput<Input>;
  readonly input: InputSchema<Input>;
  readonly output: v.GenericSchema;
  /** What the policy must know of a call besides what the parameters declare. */
  readonly subject?: Declared<[input: Input, where: Place], Subject<Input, Output> | Promise<Subject<Input, Output>>>;
  /** Whether a call gives consent or widens permissions. Only a person may do that: a model's call is put to one. */
  readonly approves?: Declared<[input: Input], boolean>;
  readonly run: RunLoader<Input, Output>;
  readonly render?: Rendering<Input, Output>;
  /** Nothing that was there before is changed or lost: it only reads, or adds. */
  readonly additive?: true;
  /**
   * Milliseconds past its time in which the command may still end: one that waits uses all of its time, and then
   * returns a result.
   */
  readonly overtime?: number;
  /** Whether the data reports that what was run has failed; the terminal door then exits with 1. */
  readonly reportsFailure?: Declared<[data: Output], boolean>;
  /**
   * The command takes lines for a shell: one that is meant for helve is run in-process instead, and this makes the
   * command's output of what came of it. Undefined: the input asks for more than to run a line.
   */
  readonly intercept?: Declared<[input: Input], Intercepted<Output> | undefined>;
  /** Loads a function that makes a diff of what a call would change, for a person who is asked about it. */
  readonly preview?: () => Promise<Preview<Input>>;
  /** How the command is offered as a tool to MCP clients and models; absent: by its path. */
  readonly tool?: Tool;
}

/** The part of a command that reading and checking an input needs. */
export type Declaration<Input = object> = Pick<Command<Input>, 'path' | 'input' | 'examples'>;

interface Definition<In extends v.ObjectSchema<v.ObjectEntries, undefined>, Out extends v.GenericSchema>
  extends Omit<Command<v.InferOutput<In>, v.InferOutput<Out>>, 'input' | 'output' | 'tool'> {
  readonly input: In;
  readonly output: Out;
  readonly tool?: Tool<keyof v.InferInput<In> & string>;
}

/** Declares a command. The types of `run`, `subject` and `render` follow from its schemas. */
export function defineCommand<
  const In extends v.ObjectSchema<v.ObjectEntries, undefined>,
  const Out extends v.GenericSchema,
>(definition: Definition<In, Out>): Command<v.InferOutput<In>, v.InferOutput<Out>> & { readonly output: Out } {
  return { ...definition, input: valibotInput(definition.input) };
}

/** The most that a command may do, whatever its input. */
export function greatestEffect({ effect }: Pick<Command, 'effect'>): Effect {
  return typeof effect === 'string' ? effect : effect.most;
}

export function effectOf({ effect }: Pick<Command, 'effect'>, input: object): Effect {
  return typeof effect === 'string' ? effect : effect.of(input);
}

/** The work of a command that uses something that exists once per home and outlives a call, for all inputs or for some. */
export function inService<Input, Output>(
  load: () => Promise<Run<Input, Output>>,
  when: (input: Input, reach: Reach) => boolean = () => true,
): RunLoader<Input, Output> {
  return Object.assign(() => load(), { inService: when });
}
