import { integer, path, text } from '@helve/command';
import * as v from 'valibot';
import { printable } from '../fs/paths/printable.ts';

/** A place in a file, for commands that are about one. */
export const positionInput = v.object({
  path: path('read', 'Source file'),
  line: v.optional(integer('Line, from 1', { min: 1 })),
  column: v.optional(integer('Column, from 1', { min: 1 })),
  symbol: v.optional(text('Name to look for on the line, or in the file')),
});

export const locationsOutput = v.object({
  locations: v.array(v.object({ path: v.string(), line: v.number(), column: v.number(), text: v.string() })),
  truncated: v.boolean(),
});

export type Locations = v.InferOutput<typeof locationsOutput>;

export function viewLocations({ locations, truncated }: Locations): string {
  if (locations.length === 0) return 'Nothing found';
  const rows = locations.map(
    ({ path: file, line, column, text: says }) => `${printable(file)}:${line}:${column}: ${printable(says)}`,
  );
  return [...rows, ...(truncated ? ['(more left out)'] : [])].join('\n');
}

export const briefLocations = ({ locations }: Locations) => `${locations.length} places`;
