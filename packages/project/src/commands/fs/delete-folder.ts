import { defineCommand, path, text } from '@helve/command';
import * as v from 'valibot';
import { describeDeleted } from './delete.ts';

export const command = defineCommand({
  path: 'fs delete-folder',
  summary: 'Move a folder in a folder to the trash',
  effect: 'modify',
  input: v.object({
    name: text('Folder name'),
    path: v.optional(path('write', 'Parent folder'), '.'),
  }),
  subject: () => ({ sameAs: ['fs delete'] }),
  output: v.object({ path: v.string(), permanent: v.boolean(), trashed: v.optional(v.string()) }),
  examples: ['helve fs delete-folder --name old --path .'],
  run: async () => (await import('../../fs/named.ts')).deleteFolder,
  render: {
    model: (data, _input, _facts, say) => describeDeleted(data, say),
    brief: (data) => describeDeleted(data),
  },
});
