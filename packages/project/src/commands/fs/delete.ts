import { call, defineCommand, flag, inWords, path, type Say, worded } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  path: path('write', 'Path to delete'),
  permanent: flag('Delete permanently, not to the trash'),
  recursive: flag('Delete a folder with its contents'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'fs delete',
  summary: 'Move a file, link or folder to the trash, or delete it permanently',
  effect: 'modify',
  input,
  output: v.object({ path: v.string(), permanent: v.boolean(), trashed: v.optional(v.string()) }),
  examples: ['helve fs delete --path ./notes.txt'],
  run: async () => (await import('../../fs/delete.ts')).deletePath,
  render: {
    model: (data, _input, _facts, say) => describeDeleted(data, say),
    brief: (data) => describeDeleted(data),
  },
});

/** What was deleted, and the call that restores it. */
export function describeDeleted(
  data: { readonly path: string; readonly trashed?: string | undefined },
  say: Say = inWords,
): string {
  if (data.trashed === undefined) return `Deleted ${data.path} permanently`;
  const restore = call('fs move', { from: data.trashed, to: data.path });
  return say(worded`Deleted ${data.path}; to restore it: ${restore}`);
}
