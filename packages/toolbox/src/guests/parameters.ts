import { choice, flag, json, type JsonType, type Parameter, text, texts } from '@helve/command';
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
  const { properties, required } = topLevelOf(schema);
  const named = Object.entries(properties).filter(([name]) => /^[A-Za-z_][\w.-]*$/.test(name));
  if (named.length === 0 && !takesNothing(schema)) {
    const all = v.optional(json(v.record(v.string(), v.unknown()), 'The arguments, as JSON', { large: true }), {});
    return {
      parameters: valibotInput(v.object({ [ALL]: all })).parameters,
      rename: {},
      toArguments: (input) => (input as Readonly<Record<string, JsonObject>>)[ALL] ?? {},
      toInput: (args) => ({ [ALL]: args }),
    };
  }
  const needed = new Set(required);
  const ours = new Map(named.map(([name]) => [name, isReserved(name) ? `${name}Value` : name]));
  const entries = named.map(([name, property]) => {
    const word = wordFor(isObject(property) ? simplified(property, schema) : {}, dashed(name), schema);
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

/** The properties of a schema, and of the schemas that it consists of. */
function topLevelOf(schema: JsonSchema): { readonly properties: JsonObject; readonly required: readonly string[] } {
  const whole = resolveRef(schema, schema);
  const parts = Array.isArray(whole.allOf) ? whole.allOf.filter(isObject).map((part) => resolveRef(part, schema)) : [];
  const all = [...parts, whole];
  return {
    properties: Object.fromEntries(
      all.flatMap(({ properties }) => (isObject(properties) ? Object.entries(properties) : [])),
    ),
    required: all.flatMap(({ required }) => textsOf(required)),
  };
}

/** The input of a command for the arguments of its tool: a tool whose schema names none takes them as one value. */
export function wrapArguments(parameters: readonly Parameter[], args: Arguments): Arguments {
  const [first, ...others] = parameters.filter(({ name }) => name !== 'detail');
  if (first?.name !== ALL || others.length > 0) return args;
  const isWrapped = Object.keys(args).length === 1 && isObject(args[ALL]);
  return isWrapped ? args : { [ALL]: args };
}

/** Those that every line has, and the one that every tool has as a command. */
function isReserved(name: string): boolean {
  return RESERVED_NAMES.has(name) || name === 'detail';
}

function wordFor(property: JsonObject, also: readonly string[], root: JsonSchema) {
  const said = isText(property.description) ? firstLine(property.description) : '';
  const description = [said, fieldsOf(property, root)].filter(Boolean).join(said.endsWith('.') ? ' ' : '. ');
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
      return isObject(property.items) && kindOf(simplified(property.items, root)) === 'string'
        ? texts(description, meta)
        : json(v.array(v.unknown()), description, meta);
    default:
      return json(v.unknown(), description, { ...meta, large: true, ...orText(property, root) });
  }
}

/** A value that shows what an object must hold. */
export function sampleOf(schema: JsonSchema, name: string): JsonObject {
  const { properties } = resolveRef(schema, schema);
  const property = isObject(properties) ? properties[name] : undefined;
  const { properties: fields, required } = isObject(property) ? resolveRef(property, schema) : {};
  if (!isObject(fields)) return {};
  const samples = textsOf(required).map((field) => {
    const kind = isObject(fields[field]) ? kindOf(resolveRef(fields[field], schema)) : undefined;
    return [field, kind === undefined ? 'TEXT' : (SAMPLES[kind] ?? 'TEXT')] as const;
  });
  return Object.fromEntries(samples);
}

const SAMPLES: Readonly<Record<string, unknown>> = { integer: 1, number: 1, boolean: true, array: [], object: {} };

const MOST_FIELDS = 30;

/** The fields of an object, so that help tells what to write: `Fields: title, body?: string`. */
function fieldsOf(property: JsonObject, root: JsonSchema): string {
  const { properties, required } = property;
  if (!isObject(properties)) return '';
  const needed = new Set(textsOf(required));
  // Those that must be given come first.
  const names = Object.keys(properties).toSorted((one, other) => Number(needed.has(other)) - Number(needed.has(one)));
  const shown = names.slice(0, MOST_FIELDS).map((name) => {
    const field = properties[name];
    const kind = isObject(field) ? kindOf(resolveRef(field, root)) : undefined;
    return `${name}${needed.has(name) ? '' : '?'}${kind === undefined ? '' : `: ${kind}`}`;
  });
  const more = names.length > MOST_FIELDS ? `, and ${names.length - MOST_FIELDS} more` : '';
  return shown.length === 0 ? '' : `Fields: ${shown.join(', ')}${more}`;
}

/** The one type of a property; one that may also be null is of the other type. */
function kindOf({ type }: JsonObject): string | undefined {
  if (isText(type)) return type;
  const types = textsOf(type).filter((one) => one !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

/** Schemas may refer to themselves. */
const DEEPEST = 10;

/**
 * A property with its reference followed. One that is written as a choice between a single schema and null, as Pydantic
 * writes an optional one, is that schema.
 */
function simplified(property: JsonObject, root: JsonSchema, depth = DEEPEST): JsonObject {
  const found = resolveRef(property, root);
  const choices = choicesOf(found)?.filter((one) => resolveRef(one, root).type !== 'null');
  const [only, ...others] = choices ?? [];
  if (!only || others.length > 0 || depth === 0) return found;
  const { anyOf: _, oneOf: __, allOf: ___, ...rest } = found;
  return { ...simplified(only, root, depth - 1), ...rest };
}

function choicesOf({ anyOf, oneOf, allOf }: JsonObject): readonly JsonObject[] | undefined {
  const choices = anyOf ?? oneOf ?? (Array.isArray(allOf) && allOf.length === 1 ? allOf : undefined);
  return Array.isArray(choices) && choices.every(isObject) ? choices : undefined;
}

const ALL_TYPES: readonly JsonType[] = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/** Whether plain text is a value of the property: it is where no type is said, and where text is one of several. */
function orText(property: JsonObject, root: JsonSchema): { readonly orText?: readonly JsonType[] } {
  const types = typesOf(property, root);
  if (types === undefined) return { orText: ALL_TYPES };
  return types.includes('string') ? { orText: types.filter((type) => type !== 'string') } : {};
}

/** The types that a value may have; undefined: any. */
function typesOf(property: JsonObject, root: JsonSchema, depth = DEEPEST): readonly JsonType[] | undefined {
  if (depth === 0) return [];
  const found = resolveRef(property, root);
  if (found.type !== undefined) {
    const named = isText(found.type) ? [found.type] : textsOf(found.type);
    return named.map((type) => (type === 'integer' ? 'number' : type) as JsonType);
  }
  const choices = choicesOf(found)?.map((one) => typesOf(one, root, depth - 1));
  if (choices)
    return choices.some((types) => types === undefined) ? undefined : choices.flatMap((types) => types ?? []);
  const known = ['properties', 'items', 'allOf', 'enum', 'const'].some((keyword) => keyword in found);
  return known ? [] : undefined;
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
