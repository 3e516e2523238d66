/** What the doors and the policy need to know of an input schema, without going through JSON Schema. */
import * as v from 'valibot';
import type { ParameterMeta } from './parameters.ts';
import { toFlag } from './wording.ts';

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

/** The parameters of a command, in the order of their declaration. */
export function parametersOf({ input }: { readonly input: { readonly parameters: readonly Parameter[] } }) {
  return input.parameters;
}

type AnySchema = v.ObjectEntries[string];

export function describeParameter(name: string, schema: AnySchema): Parameter {
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
