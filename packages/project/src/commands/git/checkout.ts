import { defineCommand, flag, text } from '@helve/command';
import * as v from 'valibot';
import { gitSubject } from '../../git/repository/programs.ts';

const output = v.object({
  branch: v.nullable(v.string()),
  detached: v.boolean(),
  commit: v.optional(v.string()),
  created: v.boolean(),
  previous: v.optional(v.string()),
});

const input = v.object({
  branch: text('Branch, tag or commit'),
  create: flag('Create the branch first'),
  startPoint: v.optional(text('Commit that a new branch starts from (default: HEAD)')),
  detach: flag('Detach HEAD at the commit'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git checkout',
  summary: 'Switch to a branch or a commit',
  effect: 'execute',
  input,
  subject: ({ branch, create }, place) => gitSubject(place, create ? {} : { tracks: branch }),
  output,
  examples: ['helve git checkout --branch main', 'helve git checkout --branch feature/login --create'],
  run: async () => (await import('../../git/checkout.ts')).checkoutBranch,
  render: { model: view, person: view, brief: view },
});

function view(data: v.InferOutput<typeof output>): string {
  if (data.detached) return `Detached at ${data.commit?.slice(0, 8)}`;
  return `On ${data.created ? 'new branch ' : ''}${data.branch}`;
}
