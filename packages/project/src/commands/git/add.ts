import { defineCommand, flag, paths } from '@helve/command';
import * as v from 'valibot';
import { nameOf } from '../../git/changes/view.ts';

const output = v.object({
  staged: v.array(v.object({ path: v.string(), change: v.string(), from: v.optional(v.string()) })),
});

const input = v.object({
  paths: v.optional(paths('read', 'Files and folders, taken literally', { also: ['path'] })),
  all: flag('Everything in the repository'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git add',
  summary: 'Stage changes for the next commit: the named paths, or everything',
  effect: 'modify',
  input,
  output,
  examples: ['helve git add', `helve git add --paths '["src/a.ts","src/b.ts"]'`],
  run: async () => (await import('../../git/add.ts')).stageFiles,
  render: {
    model: view,
    person: view,
    brief: (data) => `${data.staged.length} staged`,
  },
});

function view(data: v.InferOutput<typeof output>): string {
  if (data.staged.length === 0) return 'Nothing is staged';
  return data.staged.map((change) => `${change.change} ${nameOf(change)}`).join('\n');
}
