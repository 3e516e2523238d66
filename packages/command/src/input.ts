import * as v from 'valibot';
import { describeParameter, type Parameter } from './schema.ts';

/** What is wrong with a value: `must be string, not 1`, to follow the name of its parameter. */
export interface Problem {
  readonly parameter: string;
  /** Where in the value, as a dotted path that starts with the parameter; absent: the value itself. */
  readonly at?: string;
  readonly phrase: string;
}

export type Parsed<Input> =
  | { readonly ok: true; readonly input: Input; readonly warnings?: readonly string[] }
  | { readonly ok: false; readonly problems: readonly Problem[]; readonly hint?: string };

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
