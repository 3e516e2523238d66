import * as v from 'valibot';
import type { Declaration } from './command.ts';
import { CommandError } from './errors.ts';
import { misplacedArray } from './misplaced-array.ts';
import { type ParameterMeta, toFlag } from './parameters.ts';
import { ifOffered, type Wording } from './wording.ts';

export type ParameterType = 'string' | 'number' | 'boolean' | 'choice' | 'json';

export interface Parameter extends ParameterMeta {
  /** As in JSON: `lineNumbers`. */
  readonly name: string;
  /** As on a line, without the dashes: `line-numbers`. */
  readonly flag: string;
  readonly type: ParameterType;
  readonly required: boolean;
  readonly description: string;
  readonly default?: unknown;
  /** The words a choice offers. */
  readonly options?: readonly string[];
  /** For `json`: whether a list is meant, and whether its items are plain texts. */
  readonly list?: 'texts' | 'values';
}

/** What is wrong with a value: `must be string, not 1`, to follow the name of its parameter. */
export interface Problem {
  readonly parameter: string;
  /** Where in the value, as a dotted path that starts with the parameter; absent: the value itself. */
  readonly at?: string;
  readonly phrase: string;
}

export type Parsed<Input> =
  | { readonly ok: true; readonly input: Input; readonly warnings?: readonly string[] }
  | { readonly ok: false; readonly problems: readonly Problem[]; readonly hint?: Wording };

/** The schema of a command's input: ours are written with valibot, those of guests are JSON Schemas. */
export interface InputSchema<Input = object> {
  readonly parameters: readonly Parameter[];
  /** Checks values that are named as the parameters are, and fills in defaults. */
  parse(values: Readonly<Record<string, unknown>>): Parsed<Input> | Promise<Parsed<Input>>;
  readonly source: { readonly valibot: ObjectSchema } | { readonly jsonSchema: object };
}

type ObjectSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

export function valibotInput<const Schema extends ObjectSchema>(schema: Schema): InputSchema<v.InferOutput<Schema>> {
  let parameters: readonly Parameter[] | undefined;
  return {
    get parameters() {
      parameters ??= Object.entries(schema.entries).map(([name, entry]) => describeParameter(name, entry));
      return parameters;
    },
    parse: (values) => {
      const list = misplacedArray(schema, values);
      if (list !== undefined) {
        const [parameter = ''] = list.split('.');
        const problem = { parameter, phrase: 'must be Object, not Array' };
        return { ok: false, problems: [list === parameter ? problem : { ...problem, at: list }] };
      }
      const result = v.safeParse(schema, values);
      return result.success
        ? { ok: true, input: result.output }
        : { ok: false, problems: result.issues.map(toProblem) };
    },
    source: { valibot: schema },
  };
}

function toProblem(issue: v.BaseIssue<unknown>): Problem {
  const at = v.getDotPath(issue) ?? '';
  const [parameter = ''] = at.split('.');
  return { parameter, phrase: phraseOf(issue), ...(at === parameter ? {} : { at }) };
}

/** Describes a problem of a value that is not a parameter: `fields.0.value must be string, not 1`. */
export function explainIssue(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'it'} ${phraseOf(issue)}`;
}

/** valibot's own messages speak of expected and received types; ours are phrases that follow the parameter's name. */
function phraseOf({ expected, received, message }: v.BaseIssue<unknown>): string {
  if (expected === null || !message.startsWith('Invalid')) return message;
  if (!message.startsWith('Invalid key')) return `must be ${expected}, not ${received}`;
  return expected === 'never' ? 'is not known' : 'is missing';
}

/** The parameters of a command, in the order of their declaration. */
export function parametersOf({ input }: { readonly input: { readonly parameters: readonly Parameter[] } }) {
  return input.parameters;
}

type AnySchema = v.ObjectEntries[string];

function describeParameter(name: string, schema: AnySchema): Parameter {
  const optional = schema.type === 'optional' && 'wrapped' in schema;
  const inner = (optional ? schema.wrapped : schema) as v.GenericSchema & {
    options?: readonly string[];
    item?: { type: string };
  };
  const fallback = optional && 'default' in schema ? schema.default : undefined;
  return {
    ...(v.getMetadata(inner) as ParameterMeta),
    name,
    flag: toFlag(name),
    type: typeOf(inner.type),
    required: !optional,
    description: v.getDescription(inner) ?? '',
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(inner.type === 'picklist' && inner.options ? { options: inner.options } : {}),
    ...(inner.type === 'array'
      ? { list: inner.item?.type === 'string' ? ('texts' as const) : ('values' as const) }
      : {}),
  };
}

function typeOf(schemaType: string): ParameterType {
  switch (schemaType) {
    case 'string':
    case 'number':
    case 'boolean':
      return schemaType;
    case 'picklist':
      return 'choice';
    default:
      return 'json';
  }
}

/** An input that fits its command, with defaults. */
export interface Validated<Input> {
  readonly input: Input;
  readonly warnings: readonly string[];
}

/** Checks a raw input, whose keys are names or flags of parameters. Throws INVALID_INPUT. */
export async function validate<Input extends object>(
  command: Declaration<Input>,
  rawInput: unknown,
  help = `helve help ${command.path}`,
): Promise<Validated<Input>> {
  if (typeof rawInput !== 'object' || rawInput === null || Array.isArray(rawInput)) {
    throw new CommandError('INVALID_INPUT', `The input of ${command.path} must be an object of parameters`);
  }
  const parameters = parametersOf(command);
  const named: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rawInput)) {
    const found = findParameter(parameters, key);
    if (!found) throw (await errors()).unknownParameter(command, key);
    if (found.name in named) throw (await errors()).givenTwice(found);
    named[found.name] = value;
  }
  const missing = parameters.filter(({ name, required }) => required && !(name in named));
  if (missing.length > 0) throw (await errors()).missingParameters(command, missing);
  const parsed = await command.input.parse(named);
  if (parsed.ok) return { input: parsed.input, warnings: parsed.warnings ?? [] };
  throw (await errors()).invalidValues(parsed.problems, parsed.hint ?? [ifOffered('help', `See: ${help}`)]);
}

export function findParameter(parameters: readonly Parameter[], name: string): Parameter | undefined {
  return parameters.find((each) => each.name === name || each.flag === name || each.also?.includes(name) === true);
}

/** Most inputs fit: how to say that one does not is loaded when that happens. */
function errors() {
  return import('./invalid-input.ts');
}
