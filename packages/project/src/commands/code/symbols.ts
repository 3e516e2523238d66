import { defineCommand, inService, path, text } from '@helve/command';
import * as v from 'valibot';
import { printable } from '../../fs/paths/printable.ts';

const output = v.object({
  symbols: v.array(
    v.object({
      name: v.string(),
      kind: v.string(),
      path: v.string(),
      line: v.number(),
      container: v.exactOptional(v.string()),
    }),
  ),
  truncated: v.boolean(),
});

export const command = defineCommand({
  path: 'code symbols',
  summary: 'List the symbols of a file, or search those of its project',
  effect: 'execute',
  input: v.object({
    path: path('read', 'Source file'),
    query: v.optional(text('Part of a name to search for in the whole project')),
  }),
  subject: async (input, place) => (await import('../../code/ask.ts')).subjectOf(input, place),
  output,
  examples: ['helve code symbols --path src/a.ts', 'helve code symbols --path src/a.ts --query parse'],
  run: inService(async () => (await import('../../code/work.ts')).symbols),
  render: { model: view, person: view, brief: ({ symbols }) => `${symbols.length} symbols` },
});

function view({ symbols, truncated }: v.InferOutput<typeof output>): string {
  if (symbols.length === 0) return 'No symbols';
  const rows = symbols.map(({ name, kind, path: file, line, container }) =>
    printable(`${file}:${line}: ${kind} ${container === undefined ? '' : `${container}.`}${name}`),
  );
  return [...rows, ...(truncated ? ['(more left out)'] : [])].join('\n');
}
