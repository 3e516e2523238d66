import { defineCommand, flag, integer, paths, text } from '@helve/command';
import * as v from 'valibot';
import { fileDiffSchema } from '../../git/changes/schemas.ts';
import { count, diffStat, fileLines, moreFiles } from '../../git/changes/view.ts';

const output = v.object({
  files: v.array(fileDiffSchema),
  /** Files beyond the first 1000. */
  omitted: v.optional(v.number()),
  patch: v.optional(v.string()),
  truncated: v.optional(v.boolean()),
});

const input = v.object({
  commit: v.optional(text('Compare with this commit, or a range: main..feature')),
  to: v.optional(text('Compare --commit with this one instead of the working tree')),
  staged: flag('What is staged', { also: ['cached'] }),
  paths: v.optional(paths('read', 'Only these files and folders', { also: ['path'] })),
  context: v.optional(integer('Unchanged lines around each change', { min: 0, max: 1000 }), 3),
  stat: flag('Only the numbers for each file'),
  nameOnly: flag('Only the names'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git diff',
  summary: 'What changed: in the working tree, in what is staged, or between commits',
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
  return data.truncated ? `${data.patch}\n… cut here; name --paths to see the rest` : data.patch;
}
