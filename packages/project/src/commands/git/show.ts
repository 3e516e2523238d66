import { call, defineCommand, path, type Say, text, worded } from '@helve/command';
import * as v from 'valibot';
import { commitSchema, cutPatchSchema, fileDiffSchema } from '../../git/changes/schemas.ts';
import { commitLines, count, diffStat, moreFiles } from '../../git/changes/view.ts';

const output = v.object({
  commit: commitSchema,
  files: v.optional(v.array(fileDiffSchema)),
  /** Files beyond the first 1000. */
  omitted: v.optional(v.number()),
  patch: v.optional(v.string()),
  path: v.optional(v.string()),
  content: v.optional(v.string()),
  ...cutPatchSchema,
});

const input = v.object({
  revision: v.optional(text('Commit, branch or tag', { also: ['commit'] }), 'HEAD'),
  path: v.optional(path('read', 'Show the content of this file at that commit')),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git show',
  summary: 'Show a commit and its changes, or a file as it was then',
  effect: 'inspect',
  input,
  output,
  examples: ['helve git show', 'helve git show --revision HEAD~1 --path ./package.json'],
  run: async () => (await import('../../git/show.ts')).showRevision,
  render: {
    model: (data, _input, _facts, say) => view(data, [], say),
    person: (data, _input, _facts, say) =>
      view(
        data,
        data.files === undefined || data.files.length === 0 ? [] : [...diffStat(data.files), ...moreFiles(data), ''],
        say,
      ),
    brief: ({ commit, path: file, files = [] }) =>
      file === undefined
        ? `${commit.short} ${commit.subject}: ${count(files.length, 'file')}`
        : `${file} at ${commit.short}`,
  },
});

function view(data: v.InferOutput<typeof output>, stat: readonly string[], say: Say): string {
  if (data.content !== undefined) return data.truncated ? `${data.content}\n… cut here` : data.content;
  return [
    ...commitLines(data.commit),
    '',
    ...stat,
    ...(data.patch === undefined ? ['No differences'] : [data.patch]),
    ...(data.truncated
      ? [
          say(
            worded`… cut here; see the rest with: ${call('git diff', { commit: `${data.commit.short}^`, to: data.commit.short, paths: '…' })}`,
          ),
        ]
      : []),
  ].join('\n');
}
