import type * as v from 'valibot';
import type { Place, Reach } from './caller.ts';
import type { ContentPart } from './content.ts';
import type { Context, Facts } from './context.ts';
import { type InputSchema, valibotInput } from './input.ts';
import type { Subject } from './subject.ts';

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

/** How a result is shown. What is absent falls back to JSON. `facts` is what is known of the call beside its data. */
export interface Rendering<Input, Output> {
  /** For a model: all it needs, as plain text or typed parts. */
  readonly model?: Declared<[data: Output, input: Input, facts: Facts], string | readonly ContentPart[]>;
  /** For a person at a terminal. */
  readonly person?: Declared<[data: Output, input: Input, facts: Facts], string>;
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

/**
 * Where a command must run. `keeper`: in a process that keeps things beyond one call, such as terminal sessions.
 * `service`: in the service of the home, which alone has the connection to the browser. Elsewhere it is forwarded there.
 */
export type RunsIn = 'keeper' | 'service';

/** Loads the work of a command when it first runs. */
export interface RunLoader<Input = object, Output = unknown> {
  (): Promise<Run<Input, Output>>;
  readonly runsIn?: Declared<[input: Input, reach: Reach], RunsIn | undefined>;
}

/** What a call would change, as a diff. */
export type Preview<Input = object> = Declared<[input: Input, where: Place], Promise<string | undefined>>;

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
  readonly run: RunLoader<Input, Output>;
  readonly render?: Rendering<Input, Output>;
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

/** The work of a command that uses something kept beyond one call, for all inputs or for some. */
export function inKeeper<Input, Output>(
  load: () => Promise<Run<Input, Output>>,
  when: (input: Input, reach: Reach) => boolean = () => true,
): RunLoader<Input, Output> {
  return Object.assign(() => load(), {
    runsIn: (input: Input, reach: Reach) => (when(input, reach) ? ('keeper' as const) : undefined),
  });
}

/** The work of a command that uses something there is only once for a home. */
export function inService<Input, Output>(load: () => Promise<Run<Input, Output>>): RunLoader<Input, Output> {
  return Object.assign(() => load(), { runsIn: () => 'service' as const });
}
