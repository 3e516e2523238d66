import { defineCommand, path, text } from '@helve/command';
import * as v from 'valibot';
import { describeDeleted } from './delete.ts';

export const command = defineCommand({
  path: 'fs delete-folder',
  summary: 'Move a folder in a folder to the trash',
  effect: 'modify',
  input: v.object({
    name: text('The name of the folder'),
    path: v.optional(path('write', 'The folder it is in'), '.'),
  }),
  output: v.object({ path: v.string(), permanent: v.boolean(), trashed: v.optional(v.string()) }),
  examples: ['helve fs delete-folder --name old --path .'],
  run: async () => (await import('../../fs/named.ts')).deleteFolder,
  render: {
    model: (data) => describeDeleted(data),
    person: (data) => describeDeleted(data),
    brief: (data) => describeDeleted(data),
  },
});
