import type * as v from 'valibot';

interface Shape {
  readonly type: string;
  readonly wrapped?: v.GenericSchema;
  readonly item?: v.GenericSchema;
  readonly value?: v.GenericSchema;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
}

const OBJECTS: ReadonlySet<string> = new Set(['object', 'strict_object', 'loose_object', 'record']);

/** The path of a list where the schema wants an object: valibot takes a list for one. */
export function misplacedArray(
  schema: v.GenericSchema,
  value: unknown,
  path: readonly string[] = [],
): string | undefined {
  const { type, wrapped, item, value: each, entries } = schema as unknown as Shape;
  if (wrapped) return misplacedArray(wrapped, value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) !== (type === 'array'))
    return Array.isArray(value) && OBJECTS.has(type) ? path.join('.') : undefined;
  for (const [key, inner] of Object.entries(value)) {
    const within = type === 'array' ? item : (each ?? entries?.[key]);
    const found = within && misplacedArray(within, inner, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
