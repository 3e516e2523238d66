import { defineCommand, path, text } from '@helve/command';
import * as v from 'valibot';
import { gitSubject } from '../../git/repository/programs.ts';

const input = v.object({
  path: v.optional(path('write', 'Folder; created if it is missing'), '.'),
  branch: v.optional(text('Name of the initial branch')),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git init',
  summary: 'Create a git repository in a folder',
  effect: 'modify',
  input,
  subject: ({ path: folder }, place) => gitSubject(place, { config: true, folder }),
  output: v.object({ path: v.string(), branch: v.nullable(v.string()), created: v.boolean() }),
  examples: ['helve git init', 'helve git init --path ./demo --branch main'],
  run: async () => (await import('../../git/init.ts')).initRepository,
  render: { model: say, person: say, brief: say },
});

function say(data: { readonly path: string; readonly branch: string | null; readonly created: boolean }): string {
  return `${data.created ? 'New repository' : 'There was a repository already'} in ${data.path}, on ${data.branch}`;
}
