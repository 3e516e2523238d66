import { defineCommand, integer, paths } from '@helve/command';
import * as v from 'valibot';
import { viewFiles } from '../../fs/read-many-view.ts';

export const command = defineCommand({
  path: 'fs read-many',
  summary: 'The content of several files; one that cannot be read does not lose the others',
  effect: 'inspect',
  input: v.object({
    paths: paths('read', 'The files; globs as src/*.ts stand for the files that match them'),
    maxBytes: v.optional(integer('The most bytes to read of all files together', { min: 1 }), 10 * 1024 * 1024),
  }),
  output: v.object({
    files: v.array(
      v.variant('ok', [
        v.object({
          ok: v.literal(true),
          path: v.string(),
          mediaType: v.string(),
          content: v.string(),
          encoding: v.picklist(['utf-8', 'utf-16le', 'utf-16be', 'latin1', 'base64']),
          bytes: v.number(),
          hash: v.optional(v.string()),
          bom: v.optional(v.boolean()),
          lines: v.optional(v.object({ from: v.number(), to: v.number(), total: v.optional(v.number()) })),
          clippedLines: v.optional(v.number()),
          truncated: v.optional(v.boolean()),
        }),
        v.object({
          path: v.string(),
          ok: v.literal(false),
          error: v.object({ code: v.string(), message: v.string(), hint: v.optional(v.string()) }),
        }),
      ]),
    ),
    failed: v.number(),
  }),
  examples: ['helve fs read-many --paths \'["package.json", "README.md"]\''],
  run: async () => (await import('../../fs/read-many.ts')).readMany,
  render: {
    model: (data) => viewFiles(data),
    person: (data) => viewFiles(data),
    brief: (data) => `${data.files.length - data.failed} files read, ${data.failed} failed`,
  },
});
