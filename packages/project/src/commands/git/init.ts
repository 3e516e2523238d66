import { defineCommand, path, text } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  path: v.optional(path('write', 'The folder; made if it is missing'), '.'),
  branch: v.optional(text('Name of the first branch')),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git init',
  summary: 'Make a folder a git repository',
  effect: 'modify',
  input,
  output: v.object({ path: v.string(), branch: v.nullable(v.string()), created: v.boolean() }),
  examples: ['helve git init', 'helve git init --path ./demo --branch main'],
  run: async () => (await import('../../git/init.ts')).initRepository,
  render: { model: say, person: say, brief: say },
});

function say(data: { readonly path: string; readonly branch: string | null; readonly created: boolean }): string {
  return `${data.created ? 'New repository' : 'There was a repository already'} in ${data.path}, on ${data.branch}`;
}
