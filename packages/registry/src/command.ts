import type * as v from 'valibot';
import type { ContentPart } from './content.ts';
import type { Context, Facts } from './context.ts';
import type { ErrorReport } from './errors.ts';

/**
 * What running a command may do: `inspect` reads only, `modify` changes files of the project, `execute` runs
 * programs or acts on the outside.
 */
export type Effect = 'inspect' | 'modify' | 'execute';

export type InputSchema = v.ObjectSchema<v.ObjectEntries, undefined>;
export type OutputSchema = v.GenericSchema;

/** How a result is shown. What is absent falls back to JSON. `facts` is what is known of the call beside its data. */
export interface Rendering<Input, Output> {
  /** For a model: all it needs, as plain text or typed parts. */
  readonly model?: (data: Output, input: Input, facts: Facts) => string | readonly ContentPart[];
  /** For a person at a terminal. */
  readonly person?: (data: Output, input: Input, facts: Facts) => string;
  /** In one short line. */
  readonly brief?: (data: Output, input: Input, facts: Facts) => string;
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
  /** Parameters that must be given besides those that the command needs, which has other ways to be called. */
  readonly needs?: readonly Parameter[];
  /** Values of parameters that the tool takes for granted where its caller does not say. */
  readonly defaults?: { readonly [Name in Parameter]?: unknown };
}

/**
 * How to find out what would be entered in a shell, which is known only where the shell is kept: an input with which the
 * command does nothing but tell, and the lines in what it gives; none where no shell would be given any.
 */
export interface Typing<Input, Output> {
  readonly ask: (input: Input) => Input;
  readonly lines: (data: Output) => TypedLines | undefined;
}

export interface TypedLines {
  readonly text: string;
  /** Why what is entered may be something else. */
  readonly doubt?: string | undefined;
  /** The folder that the shell stands in. */
  readonly workingDirectory: string;
}

export type Lives = 'service' | 'home';

/** What is known of an answer when its envelope is made. */
export type Answered =
  | { readonly ok: true; readonly data: unknown; readonly facts: Facts; readonly warnings: readonly string[] }
  | {
      readonly ok: false;
      readonly error: ErrorReport;
      readonly warnings: readonly string[];
      readonly requestId?: string | undefined;
    };

export type EnvelopeMaker = (answered: Answered) => object;

export type Run<Input, Output> = (input: Input, context: Context) => Promise<Output>;

/** What a command would change with an input, as a diff. */
export type Preview<Input> = (
  input: Input,
  where: Pick<Context, 'cwd' | 'env' | 'home'>,
) => Promise<string | undefined>;

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
  /** Where its schemas came as JSON Schema, those: they may say more than `input` and `output`. */
  readonly jsonSchema?: { readonly input: object; readonly output?: object };
  /** The shell command line that it would run with an input, for the policy to judge. */
  readonly shellLine?: (input: v.InferOutput<In>) => string;
  /** Paths of other commands that it comes to with an input: what is forbidden there is forbidden here. */
  readonly standsFor?: (input: v.InferOutput<In>) => readonly string[];
  /** Other names of what it does with an input, which nothing else has: a rule for one of them is a rule for this. */
  readonly alsoNamed?: (input: v.InferOutput<In>) => readonly string[];
  /**
   * `service`: it uses what must outlive the process that asks, such as a terminal session. It runs where such things
   * are kept; elsewhere it is forwarded there. `home`: it uses what there is only once for a home, such as the way to the
   * browser, so it runs in the service and nowhere else. A function says so of those inputs that need it.
   */
  readonly lives?: Lives | ((input: v.InferOutput<In>, caller: Pick<Context, 'handOver'>) => Lives | undefined);
  /** It types into a shell: what is entered there is judged too. */
  readonly types?: Typing<v.InferOutput<In>, v.InferOutput<Out>>;
  /** The object that the terminal prints for an answer, where a contract gives one of its own. */
  readonly envelope?: EnvelopeMaker;
  /** Its data is all that the terminal prints, without an envelope, because a contract says so. */
  readonly bare?: true;
  /** How the command is offered as a tool of its own to MCP clients and models; absent: only through the line. */
  readonly tool?: Tool<keyof v.InferInput<In> & string>;
  /** Lines that work as they stand in a project. */
  readonly examples: readonly string[];
  /** Loaded only when the command runs. */
  readonly run: () => Promise<Run<v.InferOutput<In>, v.InferOutput<Out>>>;
  readonly render?: Rendering<v.InferOutput<In>, v.InferOutput<Out>>;
  /** Shown to a person who is asked about a call. Loaded only then. */
  readonly preview?: () => Promise<Preview<v.InferOutput<In>>>;
}

/** A command of any type: what the registry and the doors handle. Its input was validated before it is passed on. */
export interface Command
  extends Omit<
    CommandDefinition<InputSchema, OutputSchema>,
    | 'alsoNamed'
    | 'effectOf'
    | 'expand'
    | 'lives'
    | 'preview'
    | 'run'
    | 'render'
    | 'shellLine'
    | 'standsFor'
    | 'tool'
    | 'types'
  > {
  readonly effectOf?: (input: never) => Effect;
  readonly expand?: (input: never, where: Pick<Context, 'cwd' | 'env' | 'home'>) => Promise<object>;
  readonly lives?: Lives | ((input: never, caller: Pick<Context, 'handOver'>) => Lives | undefined);
  readonly shellLine?: (input: never) => string;
  readonly standsFor?: (input: never) => readonly string[];
  readonly alsoNamed?: (input: never) => readonly string[];
  readonly types?: {
    readonly ask: (input: never) => object;
    readonly lines: (data: never) => TypedLines | undefined;
  };
  readonly run: () => Promise<Run<never, unknown>>;
  readonly render?: Rendering<never, never>;
  readonly preview?: () => Promise<Preview<never>>;
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
