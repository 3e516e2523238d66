import { defineCommand, flag, path } from '@helve/command';
import * as v from 'valibot';
import { describeDeleted } from './deleted.ts';

export const command = defineCommand({
  path: 'fs delete',
  summary: 'Delete a file, link or folder, to the trash unless --permanent',
  effect: 'modify',
  input: v.object({
    path: path('write', 'What to delete'),
    permanent: flag('For good, not to the trash'),
    recursive: flag('A folder with all that is in it'),
  }),
  output: v.object({ path: v.string(), permanent: v.boolean(), trashed: v.optional(v.string()) }),
  examples: ['helve fs delete --path ./notes.txt'],
  run: async () => (await import('../../fs/delete.ts')).deletePath,
  render: {
    model: (data) => describeDeleted(data),
    person: (data) => describeDeleted(data),
    brief: (data) => describeDeleted(data),
  },
});
