import { isRecord, type UnknownRecord } from './record.ts';

/** Keywords whose values are schemas: one, several, or several by name. */
export const HOLDS_ONE: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
]);
export const HOLDS_SOME: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
export const HOLDS_NAMED: ReadonlySet<string> = new Set(['dependentSchemas', 'patternProperties', 'properties']);

/** They mean something only in their document, or only to people. */
const DROPPED: ReadonlySet<string> = new Set([
  '$anchor',
  '$comment',
  '$defs',
  '$id',
  '$schema',
  'definitions',
  'discriminator',
  'example',
  'externalDocs',
  'id',
  'nullable',
  'readOnly',
  'writeOnly',
  'xml',
]);

/** Turns what OpenAPI says in its own way into what JSON Schema says; schemas inside are left as they are. */
export function translate(schema: UnknownRecord): UnknownRecord {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (DROPPED.has(key) || key.startsWith('x-')) continue;
    if (key === 'required' && !Array.isArray(value)) continue;
    if (key === 'examples' && !Array.isArray(value)) continue;
    if (key === 'pattern' && !isPattern(value)) continue;
    kept[key] = value;
  }
  if (schema.example !== undefined && kept.examples === undefined) kept.examples = [schema.example];
  if (kept.type === 'file') kept.type = 'string';
  translateBound(kept, 'minimum', 'exclusiveMinimum');
  translateBound(kept, 'maximum', 'exclusiveMaximum');
  return schema.nullable === true ? nullable(kept) : kept;
}

/** In OpenAPI 3.0 `exclusiveMinimum` is a flag beside `minimum`, in JSON Schema it is the number. */
function translateBound(schema: Record<string, unknown>, bound: string, exclusive: string): void {
  const flag = schema[exclusive];
  if (typeof flag !== 'boolean') return;
  delete schema[exclusive];
  if (!flag || typeof schema[bound] !== 'number') return;
  schema[exclusive] = schema[bound];
  delete schema[bound];
}

function nullable(schema: UnknownRecord): UnknownRecord {
  const { description, ...rest } = schema;
  if (typeof schema.type !== 'string') {
    return { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: 'null' }] };
  }
  const values = Array.isArray(schema.enum) && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, ...values, type: [schema.type, 'null'] };
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Property names that a schema marks with a flag such as `readOnly`. */
export function marked(schema: UnknownRecord, flag: string): ReadonlySet<string> {
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  return new Set(
    properties.filter(([, property]) => isRecord(property) && property[flag] === true).map(([name]) => name),
  );
}
