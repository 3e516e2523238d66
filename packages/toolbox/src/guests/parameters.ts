import { choice, flag, json, type Parameter, text, texts } from '@helve/command';
import { valibotInput } from '@helve/command/host';
import { RESERVED_NAMES } from '@helve/command/line';
import * as v from 'valibot';
import { isObject, isText, type JsonObject, textsOf } from '../json.ts';
import type { JsonSchema } from '../utcp/manual-format.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** The parameters of a command that stands for a tool with a JSON Schema. */
export interface GuestParameters {
  readonly parameters: readonly Parameter[];
  /** Our names for those parameters whose own names mean something else on every line: ours to theirs. */
  readonly rename: Readonly<Record<string, string>>;
  /** The tool's arguments for an input, and an input for its arguments. */
  readonly toArguments: (input: object) => Arguments;
  readonly toInput: (args: Arguments) => Readonly<Record<string, unknown>>;
}

/** The name of the one parameter of a tool whose schema names none. */
const ALL = 'params';

/**
 * Makes flags of a schema's properties. Only their kind is told here, so that a line can be read; the schema itself is
 * enforced when the tool is called.
 */
export function guestParameters(schema: JsonSchema): GuestParameters {
  const { properties, required = [] } = resolveRef(schema, schema);
  const named = isObject(properties)
    ? Object.entries(properties).filter(([name]) => /^[A-Za-z_][\w.-]*$/.test(name))
    : [];
  if (named.length === 0 && !takesNothing(schema)) {
    const all = v.optional(json(v.record(v.string(), v.unknown()), 'The arguments, as JSON', { large: true }), {});
    return {
      parameters: valibotInput(v.object({ [ALL]: all })).parameters,
      rename: {},
      toArguments: (input) => (input as Readonly<Record<string, JsonObject>>)[ALL] ?? {},
      toInput: (args) => ({ [ALL]: args }),
    };
  }
  const needed = new Set(textsOf(required));
  const ours = new Map(named.map(([name]) => [name, isReserved(name) ? `${name}Value` : name]));
  const entries = named.map(([name, property]) => {
    const word = wordFor(isObject(property) ? resolveRef(property, schema) : {}, dashed(name));
    return [ours.get(name) ?? name, needed.has(name) ? word : v.optional(word)] as const;
  });
  const theirs = new Map([...ours].map(([name, our]) => [our, name]));
  return {
    parameters: valibotInput(v.object(Object.fromEntries(entries))).parameters,
    rename: Object.fromEntries([...ours].filter(([name, our]) => name !== our).map(([name, our]) => [our, name])),
    toArguments: (input) =>
      Object.fromEntries(
        Object.entries(input)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [theirs.get(name) ?? name, value]),
      ),
    toInput: (args) => Object.fromEntries(Object.entries(args).map(([name, value]) => [ours.get(name) ?? name, value])),
  };
}

/** Those that every line has, and the one that every tool has as a command. */
function isReserved(name: string): boolean {
  return RESERVED_NAMES.has(name) || name === 'detail';
}

function wordFor(property: JsonObject, also: readonly string[]) {
  const description = isText(property.description) ? firstLine(property.description) : '';
  const meta = { also };
  const kind = kindOf(property);
  const [first, ...more] = textsOf(property.enum);
  if (first !== undefined && more.length + 1 === (property.enum as readonly unknown[]).length) {
    return choice([first, ...more], description, meta);
  }
  switch (kind) {
    case 'string':
      return text(description, { ...meta, large: true });
    case 'integer':
    case 'number':
      return v.pipe(v.number(), v.description(description), v.metadata(meta));
    case 'boolean':
      return flag(description, meta).wrapped;
    case 'array':
      return isObject(property.items) && kindOf(property.items) === 'string'
        ? texts(description, meta)
        : json(v.array(v.unknown()), description, meta);
    default:
      return json(v.unknown(), description, { ...meta, large: true });
  }
}

/** The one type of a property; one that may also be null is of the other type. */
function kindOf({ type }: JsonObject): string | undefined {
  if (isText(type)) return type;
  const types = textsOf(type).filter((one) => one !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

function takesNothing(schema: JsonSchema): boolean {
  const open = ['$ref', 'anyOf', 'oneOf', 'allOf', 'patternProperties'].some((keyword) => keyword in schema);
  return !open && schema.additionalProperties !== true && !isObject(schema.additionalProperties);
}

/** Follows a reference within the document, once: that is enough to know what kind of value is meant. */
function resolveRef(schema: JsonObject, root: JsonSchema): JsonObject {
  if (!isText(schema.$ref) || !schema.$ref.startsWith('#/')) return schema;
  const steps = schema.$ref.slice(2).split('/');
  const found = steps.reduce<unknown>(
    (at, step) => (isObject(at) ? at[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
    root,
  );
  return isObject(found) ? found : schema;
}

/** `repo_url` may be written as `--repo-url` too. */
function dashed(name: string): readonly string[] {
  const other = name.replaceAll('_', '-');
  return other === name ? [] : [other];
}

function firstLine(description: string): string {
  return description.trim().split('\n')[0] ?? '';
}
