import { defineCommand, path, text } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'fs create-file',
  summary: 'Make a new file in a folder; fails if it exists',
  effect: 'modify',
  input: v.object({
    name: text("The file's name"),
    source: text('What it holds', { large: true }),
    path: v.optional(path('write', 'The folder'), '.'),
  }),
  output: v.object({
    path: v.string(),
    bytes: v.number(),
    created: v.boolean(),
    hash: v.string(),
    previousHash: v.optional(v.string()),
  }),
  examples: ['helve fs create-file --name notes.txt --source "hello" --path .'],
  run: async () => (await import('../../fs/named.ts')).createFile,
  render: {
    model: (data) => `${data.created ? 'Created' : 'Wrote'} ${data.path} (${data.bytes} bytes, sha256 ${data.hash})`,
    person: (data) => `${data.created ? 'Created' : 'Wrote'} ${data.path} (${data.bytes} bytes)`,
    brief: (data) => `${data.created ? 'created' : 'wrote'} ${data.path}`,
  },
});
