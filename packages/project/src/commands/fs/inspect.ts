import { defineCommand, integer, path } from '@helve/command';
import * as v from 'valibot';
import { viewInspected } from '../../fs/inspect-view.ts';

const entry = v.object({ kind: v.string(), name: v.string(), line: v.number(), text: v.string() });

export const command = defineCommand({
  path: 'fs inspect',
  summary: 'How a text file is built: definitions, headings or keys with their lines, and what stands around a line',
  effect: 'inspect',
  input: v.object({
    path: path('read', 'The file'),
    line: v.optional(integer('A line to look at, as in an error message', { min: 1 })),
  }),
  output: v.object({
    path: v.string(),
    language: v.string(),
    bytes: v.number(),
    lines: v.number(),
    outline: v.array(entry),
    omitted: v.number(),
    around: v.optional(
      v.object({ line: v.number(), within: v.optional(entry), from: v.number(), text: v.array(v.string()) }),
    ),
  }),
  tool: {
    name: 'TextInspect',
    set: 'text',
    guidance:
      'Shows how a file is built (definitions, headings, keys) with line numbers; with `line` also what stands around it, to understand an error.',
    rename: { path: 'filePath' },
  },
  examples: ['helve fs inspect --path ./package.json', 'helve fs inspect --path ./package.json --line 2'],
  run: async () => (await import('../../fs/inspect.ts')).inspectFile,
  render: {
    model: viewInspected,
    person: viewInspected,
    brief: (data) => `${data.path}: ${data.language}, ${data.lines} lines, ${data.outline.length} entries`,
  },
});
