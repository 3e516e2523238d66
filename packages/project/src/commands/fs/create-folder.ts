import { defineCommand, path, text } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  name: text('Name of the new folder'),
  path: v.optional(path('write', 'Parent folder'), '.'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'fs create-folder',
  summary: 'Create a folder in a folder',
  effect: 'modify',
  input,
  subject: () => ({ sameAs: ['fs mkdir'] }),
  output: v.object({ path: v.string(), created: v.boolean() }),
  examples: ['helve fs create-folder --name build --path .'],
  run: async () => (await import('../../fs/named.ts')).createFolder,
  render: {
    model: (data) => (data.created ? `Made ${data.path}` : `${data.path} was there already`),
    person: (data) => (data.created ? `Made ${data.path}` : `${data.path} was there already`),
    brief: (data) => (data.created ? `made ${data.path}` : `${data.path} was there`),
  },
});
