import { defineCommand, integer, path, text } from '@helve/command';
import * as v from 'valibot';

const output = v.object({ path: v.string(), branch: v.nullable(v.string()), commit: v.optional(v.string()) });

const input = v.object({
  url: text('Where it is: https, http, ssh, git, file, or a local path'),
  path: v.optional(path('write', 'The new folder; named after the repository if not given')),
  branch: v.optional(text('The branch or tag to check out')),
  depth: v.optional(integer('Only this many commits of the history', { min: 1 })),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git clone',
  summary: 'Copy a repository into a new folder',
  effect: 'execute',
  input,
  output,
  examples: ['helve git clone --url "https://github.com/example/repo.git" --path "./repo"'],
  run: async () => (await import('../../git/clone.ts')).cloneRepository,
  render: { model: view, person: view, brief: view },
});

function view(data: v.InferOutput<typeof output>): string {
  return `Cloned into ${data.path}, ${data.branch ?? 'detached'} at ${data.commit?.slice(0, 8) ?? 'no commit'}`;
}
