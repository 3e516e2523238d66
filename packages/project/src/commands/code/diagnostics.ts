import { defineCommand, inService, integer, path } from '@helve/command';
import * as v from 'valibot';
import { printable } from '../../fs/paths/printable.ts';

const output = v.object({
  path: v.string(),
  server: v.string(),
  diagnostics: v.array(
    v.object({
      line: v.number(),
      column: v.number(),
      severity: v.picklist(['error', 'warning', 'information', 'hint']),
      message: v.string(),
      code: v.exactOptional(v.string()),
    }),
  ),
  truncated: v.boolean(),
  complete: v.boolean(),
});

export const command = defineCommand({
  path: 'code diagnostics',
  summary: 'Show what the language server reports about a file: errors and warnings',
  effect: 'execute',
  input: v.object({
    path: path('read', 'Source file'),
    wait: v.optional(integer('Milliseconds to wait for the language server', { min: 0 }), 20_000),
  }),
  subject: async (input, place) => (await import('../../code/ask.ts')).subjectOf(input, place),
  output,
  examples: ['helve code diagnostics --path src/a.ts'],
  run: inService(async () => (await import('../../code/work.ts')).diagnostics),
  render: {
    model: view,
    person: view,
    brief: ({ diagnostics }) => `${diagnostics.length} diagnostics`,
  },
});

function view({ path: file, diagnostics, truncated, complete }: v.InferOutput<typeof output>): string {
  const rows = diagnostics.map(({ line, column, severity, message, code }) =>
    printable(`${file}:${line}:${column}: ${severity}${code === undefined ? '' : ` ${code}`}: ${message}`),
  );
  const none = complete ? 'No diagnostics' : 'The language server has not answered yet';
  return [...(rows.length === 0 ? [none] : rows), ...(truncated ? ['(more left out)'] : [])].join('\n');
}
