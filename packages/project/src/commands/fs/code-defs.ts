import { defineCommand, flag, integer, path } from '@helve/command';
import * as v from 'valibot';
import { viewDefinitions } from '../../fs/definitions-view.ts';

export const command = defineCommand({
  path: 'fs code-defs',
  summary: 'The classes, functions and types that a source file defines, or all below a folder',
  effect: 'inspect',
  input: v.object({
    path: v.optional(path('read', 'The source file or folder'), '.'),
    all: flag('Hidden and git-ignored files too'),
    limit: v.optional(integer('The most definitions to give', { min: 1 }), 1000),
  }),
  output: v.object({
    files: v.array(
      v.object({
        path: v.string(),
        language: v.string(),
        definitions: v.array(v.object({ kind: v.string(), name: v.string(), line: v.number(), text: v.string() })),
      }),
    ),
    total: v.number(),
    searched: v.number(),
    unread: v.number(),
    truncated: v.boolean(),
  }),
  examples: ['helve fs code-defs --path .'],
  run: async () => (await import('../../fs/code-definitions.ts')).codeDefinitions,
  render: {
    model: viewDefinitions,
    person: viewDefinitions,
    brief: (data) => `${data.total} definitions in ${data.files.length} files`,
  },
});
