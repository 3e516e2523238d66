import { defineCommand, flag, text } from '@helve/command';
import * as v from 'valibot';

const output = v.object({
  branch: v.nullable(v.string()),
  detached: v.boolean(),
  commit: v.optional(v.string()),
  created: v.boolean(),
  previous: v.optional(v.string()),
});

const input = v.object({
  branch: text('The branch, tag or commit'),
  create: flag('Make the branch first'),
  startPoint: v.optional(text('Where a new branch starts, if not here')),
  detach: flag('Switch to the commit itself, on no branch'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git checkout',
  summary: 'Switch to a branch or a commit',
  effect: 'execute',
  input,
  output,
  examples: ['helve git checkout --branch main', 'helve git checkout --branch feature/login --create'],
  run: async () => (await import('../../git/checkout.ts')).checkoutBranch,
  render: { model: view, person: view, brief: view },
});

function view(data: v.InferOutput<typeof output>): string {
  if (data.detached) return `Detached at ${data.commit?.slice(0, 8)}`;
  return `On ${data.created ? 'new branch ' : ''}${data.branch}`;
}
