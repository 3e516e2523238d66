import type { JsonSchema } from '../manual-format.ts';
import { mergeAllOf } from './all-of.ts';
import { HOLDS_NAMED, HOLDS_ONE, HOLDS_SOME, marked, translate } from './keywords.ts';
import { leadsSomewhere, resolvePointer } from './pointer.ts';
import { isRecord, type UnknownRecord } from './record.ts';

/** Reads the schemas of one document as JSON Schema. What is referred to is read once and kept under a name. */
export interface Schemas {
  read(schema: unknown): JsonSchema;
  /**
   * The schema with what it refers to, directly or not, in `$defs`: it can stand by itself. In a document where everything hangs
   * together only the nearest are taken over; the rest may be anything.
   */
  withDefinitions(schema: JsonSchema): JsonSchema;
}

/** Nobody writes schemas deeper than this by hand. */
const DEEPEST = 64;
const MOST_DEFINITIONS = 50;

/** `omit` is the flag of properties that do not belong in this direction: `readOnly` in what is sent. */
export function createSchemas(
  document: unknown,
  omit: 'readOnly' | 'writeOnly',
  report: (message: string) => void,
): Schemas {
  const names = new Map<string, string>();
  const refs = new Map<string, string>();
  const definitions = new Map<string, { schema: JsonSchema; refers: readonly string[] }>();

  /**
   * `inside` what was laid together from several places nothing more is: else each place would be copied into each that
   * leads there, without end.
   */
  function read(schema: unknown, refers: Set<string>, depth: number, inside = false): JsonSchema {
    if (!isRecord(schema)) return schema === false ? { not: {} } : {};
    if (depth > DEEPEST) return {};
    if (typeof schema.$ref === 'string') return readReference(schema, schema.$ref, refers);
    const merged = inside ? schema : mergeAllOf(document, schema);
    const hidden = marked(merged, omit);
    const inner = (value: unknown) => read(value, refers, depth + 1, inside || merged !== schema);
    const result: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(translate(merged))) {
      result[key] = readKeyword(key, value, hidden, inner);
    }
    return result;
  }

  function readReference(schema: UnknownRecord, ref: string, refers: Set<string>): JsonSchema {
    if (!leadsSomewhere(document, ref)) {
      report(`The reference ${ref.slice(0, 200)} leads nowhere in the document; anything is taken in its place`);
      return {};
    }
    const name = nameOf(ref);
    refers.add(name);
    const description = typeof schema.description === 'string' ? { description: schema.description } : {};
    return { $ref: `#/$defs/${name}`, ...description };
  }

  function nameOf(ref: string): string {
    const known = names.get(ref);
    if (known !== undefined) return known;
    const last = (ref.split('/').at(-1) ?? '').replace(/[^\w.-]/g, '_') || 'root';
    let name = last;
    for (let number = 2; refs.has(name); number += 1) name = `${last}_${number}`;
    names.set(ref, name);
    refs.set(name, ref);
    return name;
  }

  function define(name: string): { schema: JsonSchema; refers: readonly string[] } {
    const known = definitions.get(name);
    if (known) return known;
    const refers = new Set<string>();
    const definition = { schema: read(resolvePointer(document, refs.get(name) ?? ''), refers, 0), refers: [...refers] };
    definitions.set(name, definition);
    return definition;
  }

  return {
    read: (schema) => read(schema, new Set(), 0),
    withDefinitions(schema) {
      const reached = new Map<string, JsonSchema>();
      const waiting = referredIn(schema);
      // It grows while it is gone through: the nearest come first.
      for (const name of waiting) {
        if (reached.has(name)) continue;
        const { schema, refers } = reached.size < MOST_DEFINITIONS ? define(name) : { schema: {}, refers: [] };
        reached.set(name, schema);
        waiting.push(...refers);
      }
      return reached.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(reached) };
    },
  };
}

function readKeyword(
  key: string,
  value: unknown,
  hidden: ReadonlySet<string>,
  inner: (value: unknown) => JsonSchema,
): unknown {
  if (HOLDS_ONE.has(key)) {
    if (Array.isArray(value)) return value.map(inner);
    return isRecord(value) ? inner(value) : value;
  }
  if (HOLDS_SOME.has(key)) return Array.isArray(value) ? value.map(inner) : [];
  if (key === 'required') return (value as unknown[]).filter((name) => typeof name === 'string' && !hidden.has(name));
  if (!HOLDS_NAMED.has(key) || !isRecord(value)) return value;
  const shown = Object.entries(value).filter(([name]) => key !== 'properties' || !hidden.has(name));
  return Object.fromEntries(shown.map(([name, property]) => [name, inner(property)]));
}

/** The names of definitions that a schema we made refers to. */
function referredIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(referredIn);
  if (!isRecord(schema)) return [];
  const own = typeof schema.$ref === 'string' ? [schema.$ref.replace('#/$defs/', '')] : [];
  return [...own, ...Object.values(schema).flatMap(referredIn)];
}
