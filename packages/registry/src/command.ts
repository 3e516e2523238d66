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

export type Run<Input, Output> = (input: Input, context: Context) => Promise<Output>;

export interface CommandDefinition<In extends InputSchema, Out extends OutputSchema> {
  /** Module and action, as typed: `fs read`, `browser session create`. */
  readonly path: string;
  readonly summary: string;
  readonly effect: Effect;
  /** Where some inputs do less than `effect` says, the effect of this input. Never more. */
  readonly effectOf?: (input: v.InferOutput<In>) => Effect;
  readonly input: In;
  readonly output: Out;
  /** Lines that work as they stand in a project. */
  readonly examples: readonly string[];
  /** Loaded only when the command runs. */
  readonly run: () => Promise<Run<v.InferOutput<In>, v.InferOutput<Out>>>;
  readonly render?: Rendering<v.InferOutput<In>, v.InferOutput<Out>>;
}

/** A command of any type: what the registry and the doors handle. Its input was validated before it is passed on. */
export interface Command extends Omit<CommandDefinition<InputSchema, OutputSchema>, 'effectOf' | 'run' | 'render'> {
  readonly effectOf?: (input: never) => Effect;
  readonly run: () => Promise<Run<never, unknown>>;
  readonly render?: Rendering<never, never>;
}

/** Declares a command. The types of `run` and `render` follow from its schemas. */
export function defineCommand<const In extends InputSchema, const Out extends OutputSchema>(
  definition: CommandDefinition<In, Out>,
): CommandDefinition<In, Out> {
  return definition;
}
