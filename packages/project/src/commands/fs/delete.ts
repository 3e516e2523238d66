import { defineCommand, flag, path } from '@helve/command';
import { formatLine } from '@helve/command/line';
import * as v from 'valibot';
import { command as move } from './move.ts';

const input = v.object({
  path: path('write', 'What to delete'),
  permanent: flag('For good, not to the trash'),
  recursive: flag('A folder with all that is in it'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'fs delete',
  summary: 'Delete a file, link or folder, to the trash unless --permanent',
  effect: 'modify',
  input,
  output: v.object({ path: v.string(), permanent: v.boolean(), trashed: v.optional(v.string()) }),
  examples: ['helve fs delete --path ./notes.txt'],
  run: async () => (await import('../../fs/delete.ts')).deletePath,
  render: {
    model: (data) => describeDeleted(data),
    person: (data) => describeDeleted(data),
    brief: (data) => describeDeleted(data),
  },
});

/** What was deleted, and the command that brings it back. */
export function describeDeleted(data: { readonly path: string; readonly trashed?: string | undefined }): string {
  if (data.trashed === undefined) return `Deleted ${data.path} for good`;
  return `Deleted ${data.path}; to get it back: ${formatLine(move, { from: data.trashed, to: data.path })}`;
}
