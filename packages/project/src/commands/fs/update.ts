import { defineCommand, path, text } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'fs update',
  summary: 'Give a file that exists new content',
  effect: 'modify',
  input: v.object({
    name: text("The file's name"),
    path: v.optional(path('write', 'The folder'), '.'),
    content: text('The new content', { large: true }),
  }),
  output: v.object({
    path: v.string(),
    bytes: v.number(),
    created: v.boolean(),
    hash: v.string(),
    previousHash: v.optional(v.string()),
  }),
  examples: ['helve fs update --name notes.txt --path . --content "hello"'],
  run: async () => (await import('../../fs/named.ts')).updateFile,
  render: {
    model: (data) => `${data.created ? 'Created' : 'Wrote'} ${data.path} (${data.bytes} bytes, sha256 ${data.hash})`,
    person: (data) => `${data.created ? 'Created' : 'Wrote'} ${data.path} (${data.bytes} bytes)`,
    brief: (data) => `${data.created ? 'created' : 'wrote'} ${data.path}`,
  },
});
