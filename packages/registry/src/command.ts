import type * as v from 'valibot';
import type { Context } from './context.ts';

/**
 * What running a command may do: `inspect` reads only, `modify` changes files of the project, `execute` runs
 * programs or acts on the outside.
 */
export type Effect = 'inspect' | 'modify' | 'execute';

export type InputSchema = v.ObjectSchema<v.ObjectEntries, undefined>;
export type OutputSchema = v.GenericSchema;

/** A piece of what a model is given: text, or bytes with their type. */
export type ContentPart =
  | { readonly text: string }
  | { readonly inlineData: { readonly mimeType: string; readonly data: string } };

/** How a result is shown. What is absent falls back to JSON. */
export interface Rendering<Input, Output> {
  /** For a model: all it needs, as plain text or typed parts. */
  readonly model?: (data: Output, input: Input) => string | readonly ContentPart[];
  /** For a person at a terminal. */
  readonly person?: (data: Output, input: Input) => string;
  /** In one short line. */
  readonly brief?: (data: Output, input: Input) => string;
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
}

export type Run<Input, Output> = (input: Input, context: Context) => Promise<Output>;

export interface CommandDefinition<In extends InputSchema, Out extends OutputSchema> {
  /** Module and action, as typed: `fs read`, `browser session create`. */
  readonly path: string;
  readonly summary: string;
  readonly effect: Effect;
  /** Where some inputs do less than `effect` says, the effect of this input. Never more. */
  readonly effectOf?: (input: v.InferOutput<In>) => Effect;
  readonly input: In;
  /**
   * Puts what names in the input stand for in their place, before anything is judged: an alias becomes its command line.
   * So what is judged is what runs.
   */
  readonly expand?: (
    input: v.InferOutput<In>,
    where: Pick<Context, 'cwd' | 'env' | 'home'>,
  ) => Promise<v.InferOutput<In>>;
  readonly output: Out;
  /**
   * `service`: it uses what must outlive the process that asks, such as a terminal session. It runs where such things
   * are kept; elsewhere it is forwarded there. A function says so of those inputs that need it.
   */
  readonly lives?: 'service' | ((input: v.InferOutput<In>) => 'service' | undefined);
  /** Its data is all that the terminal prints, without an envelope, because a contract says so. */
  readonly bare?: true;
  /** How the command is offered as a tool of its own to MCP clients and models; absent: only through the line. */
  readonly tool?: Tool<keyof v.InferInput<In> & string>;
  /** Lines that work as they stand in a project. */
  readonly examples: readonly string[];
  /** Loaded only when the command runs. */
  readonly run: () => Promise<Run<v.InferOutput<In>, v.InferOutput<Out>>>;
  readonly render?: Rendering<v.InferOutput<In>, v.InferOutput<Out>>;
}

/** A command of any type: what the registry and the doors handle. Its input was validated before it is passed on. */
export interface Command
  extends Omit<
    CommandDefinition<InputSchema, OutputSchema>,
    'effectOf' | 'expand' | 'lives' | 'run' | 'render' | 'tool'
  > {
  readonly effectOf?: (input: never) => Effect;
  readonly expand?: (input: never, where: Pick<Context, 'cwd' | 'env' | 'home'>) => Promise<object>;
  readonly lives?: 'service' | ((input: never) => 'service' | undefined);
  readonly run: () => Promise<Run<never, unknown>>;
  readonly render?: Rendering<never, never>;
  readonly tool?: Tool<never> | Tool;
}

/** What reading and checking an input needs to know of a command. */
export type Declaration = Pick<Command, 'path' | 'input' | 'examples'>;

/** Declares a command. The types of `run` and `render` follow from its schemas. */
export function defineCommand<const In extends InputSchema, const Out extends OutputSchema>(
  definition: CommandDefinition<In, Out>,
): CommandDefinition<In, Out> {
  return definition;
}
