import { defineCommand, flag, integer, paths, text } from '@helve/command';
import * as v from 'valibot';
import { cutPatchSchema, fileDiffSchema } from '../../git/changes/schemas.ts';
import { count, diffStat, fileLines, moreFiles } from '../../git/changes/view.ts';

const output = v.object({
  files: v.array(fileDiffSchema),
  /** Files beyond the first 1000. */
  omitted: v.optional(v.number()),
  patch: v.optional(v.string()),
  ...cutPatchSchema,
});

const input = v.object({
  commit: v.optional(text('Commit to compare with, or a range: main..feature')),
  to: v.optional(text('Commit to compare with, instead of the working tree')),
  staged: flag('Show staged changes', { also: ['cached'] }),
  paths: v.optional(paths('read', 'Only these files and folders', { also: ['path'] })),
  context: v.optional(integer('Lines of context around each change', { min: 0, max: 1000 }), 3),
  stat: flag('Show only line counts for each file'),
  nameOnly: flag('Show only file names'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git diff',
  summary: 'Show changes in the working tree, in the index, or between commits',
  effect: 'inspect',
  input,
  output,
  examples: ['helve git diff', 'helve git diff --staged --stat'],
  run: async () => (await import('../../git/diff.ts')).diffChanges,
  render: {
    model: (data, input) => view(data, input, fileLines(data.files)),
    person: (data, input) => view(data, input, diffStat(data.files)),
    brief: (data) => `${count(data.files.length, 'file')} changed`,
  },
});

function view(
  data: v.InferOutput<typeof output>,
  input: { readonly nameOnly: boolean },
  stat: readonly string[],
): string {
  if (data.files.length === 0) return 'No differences';
  if (input.nameOnly) return [...data.files.map((file) => file.path), ...moreFiles(data)].join('\n');
  if (data.patch === undefined) return [...stat, ...moreFiles(data)].join('\n');
  return data.truncated ? `${data.patch}\n… cut here; all of it: ${data.patchFile}` : data.patch;
}
