import { follow } from './pointer.ts';
import { isRecord, listOf, recordOf, type UnknownRecord } from './record.ts';

/** Keywords that can be laid together; a part with others stays a part. */
const MERGEABLE: ReadonlySet<string> = new Set([
  '$ref',
  'additionalProperties',
  'allOf',
  'description',
  'discriminator',
  'example',
  'externalDocs',
  'nullable',
  'properties',
  'required',
  'title',
  'type',
  'xml',
]);

const MOST_PARTS = 100;

/** A schema whose `allOf` parts are laid together into one object, where that says the same. */
export function mergeAllOf(document: unknown, schema: UnknownRecord): UnknownRecord {
  if (!Array.isArray(schema.allOf)) return schema;
  const parts = flatten(document, schema, new Set<unknown>());
  const isObject = parts?.some((part) => part.type === 'object' || part.properties !== undefined) === true;
  if (parts === undefined || !isObject) return schema;
  const properties: Record<string, unknown> = {};
  const required = new Set<unknown>();
  for (const part of parts) {
    for (const [name, property] of Object.entries(recordOf(part.properties))) {
      const before = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const same = before === undefined || JSON.stringify(before) === JSON.stringify(property);
      const value = same ? property : { allOf: [before, property] };
      Object.defineProperty(properties, name, { value, enumerable: true, configurable: true, writable: true });
    }
    for (const name of listOf(part.required)) required.add(name);
  }
  const { allOf: _allOf, ...own } = schema;
  const description = own.description ?? parts.findLast((part) => part.description !== undefined)?.description;
  return {
    ...own,
    type: 'object',
    properties,
    ...(description === undefined ? {} : { description }),
    ...(required.size === 0 ? {} : { required: [...required] }),
    ...(parts.some((part) => part.additionalProperties === false) ? { additionalProperties: false } : {}),
  };
}

/** The schema and its parts in order, each once, own words last; undefined when some cannot be laid together. */
function flatten(document: unknown, schema: UnknownRecord, seen: Set<unknown>): UnknownRecord[] | undefined {
  if (seen.has(schema)) return [];
  seen.add(schema);
  if (seen.size > MOST_PARTS) return undefined;
  const fits = Object.keys(schema).every((key) => MERGEABLE.has(key) || key.startsWith('x-'));
  if (!fits || (schema.type !== undefined && schema.type !== 'object')) return undefined;
  if (isRecord(schema.additionalProperties)) return undefined;
  const parts: UnknownRecord[] = [];
  for (const part of listOf(schema.allOf)) {
    const inner = flatten(document, follow(document, part), seen);
    if (inner === undefined) return undefined;
    parts.push(...inner);
  }
  return [...parts, schema];
}
