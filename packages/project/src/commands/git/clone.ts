import { defineCommand, integer, path, text } from '@helve/command';
import * as v from 'valibot';
import { gitSubject } from '../../git/repository/programs.ts';

const output = v.object({ path: v.string(), branch: v.nullable(v.string()), commit: v.optional(v.string()) });

const input = v.object({
  url: text('URL (https, http, ssh, git, file) or local path'),
  path: v.optional(path('write', 'New folder (default: the name of the repository)')),
  branch: v.optional(text('Branch or tag to check out')),
  depth: v.optional(integer('Limit the history to this many commits', { min: 1 })),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git clone',
  summary: 'Clone a repository into a new folder',
  effect: 'execute',
  input,
  subject: ({ path: folder }, place) => gitSubject(place, { network: true, folder }),
  output,
  examples: ['helve git clone --url "https://github.com/example/repo.git" --path "./repo"'],
  run: async () => (await import('../../git/clone.ts')).cloneRepository,
  render: { model: view, person: view, brief: view },
});

function view(data: v.InferOutput<typeof output>): string {
  return `Cloned into ${data.path}, ${data.branch ?? 'detached'} at ${data.commit?.slice(0, 8) ?? 'no commit'}`;
}
