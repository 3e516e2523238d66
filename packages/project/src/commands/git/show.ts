import { defineCommand, path, text } from '@helve/command';
import * as v from 'valibot';
import { commitSchema, fileDiffSchema } from '../../git/changes/schemas.ts';
import { commitLines, count, diffStat, moreFiles } from '../../git/changes/view.ts';

const output = v.object({
  commit: commitSchema,
  files: v.optional(v.array(fileDiffSchema)),
  /** Files beyond the first 1000. */
  omitted: v.optional(v.number()),
  patch: v.optional(v.string()),
  path: v.optional(v.string()),
  content: v.optional(v.string()),
  truncated: v.optional(v.boolean()),
});

const input = v.object({
  revision: v.optional(text('The commit, branch or tag', { also: ['commit'] }), 'HEAD'),
  path: v.optional(path('read', 'Show the content that this file had then')),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git show',
  summary: 'A commit and what it changed, or a file as it was in it',
  effect: 'inspect',
  input,
  output,
  examples: ['helve git show', 'helve git show --revision HEAD~1 --path ./package.json'],
  run: async () => (await import('../../git/show.ts')).showRevision,
  render: {
    model: (data) => view(data, []),
    person: (data) =>
      view(
        data,
        data.files === undefined || data.files.length === 0 ? [] : [...diffStat(data.files), ...moreFiles(data), ''],
      ),
    brief: ({ commit, path: file, files = [] }) =>
      file === undefined
        ? `${commit.short} ${commit.subject}: ${count(files.length, 'file')}`
        : `${file} at ${commit.short}`,
  },
});

function view(data: v.InferOutput<typeof output>, stat: readonly string[]): string {
  if (data.content !== undefined) return data.truncated ? `${data.content}\n… cut here` : data.content;
  return [
    ...commitLines(data.commit),
    '',
    ...stat,
    ...(data.patch === undefined ? ['No differences'] : [data.patch]),
    ...(data.truncated
      ? [
          `… cut here; see the rest with: helve git diff --commit ${data.commit.short}^ --to ${data.commit.short} --paths …`,
        ]
      : []),
  ].join('\n');
}
