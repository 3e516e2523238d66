import { defineCommand, flag, paths } from '@helve/command';
import * as v from 'valibot';
import { nameOf } from '../../git/changes/view.ts';
import { gitSubject } from '../../git/repository/programs.ts';

const output = v.object({
  staged: v.array(v.object({ path: v.string(), change: v.string(), from: v.optional(v.string()) })),
  omitted: v.optional(v.pipe(v.number(), v.description('Staged changes beyond the first 1000'))),
});

const input = v.object({
  paths: v.optional(paths('read', 'Files and folders, taken literally', { also: ['path'] })),
  all: flag('Stage everything in the repository'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git add',
  summary: 'Stage changes for the next commit: some paths, or everything',
  effect: 'modify',
  input,
  subject: (_, place) => gitSubject(place),
  output,
  examples: ['helve git add', `helve git add --paths '["src/a.ts","src/b.ts"]'`],
  run: async () => (await import('../../git/add.ts')).stageFiles,
  render: {
    model: view,
    person: view,
    brief: (data) => `${data.staged.length + (data.omitted ?? 0)} staged`,
  },
});

function view(data: v.InferOutput<typeof output>): string {
  if (data.staged.length === 0) return 'Nothing is staged';
  const more = data.omitted === undefined ? [] : [`… and ${data.omitted} more`];
  return [...data.staged.map((change) => `${change.change} ${nameOf(change)}`), ...more].join('\n');
}
