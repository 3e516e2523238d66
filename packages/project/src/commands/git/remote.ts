import { choice, defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { count } from '../../git/changes/view.ts';
import { gitSubject } from '../../git/repository/programs.ts';

const output = v.object({
  done: v.optional(v.string()),
  /** Passwords in urls are hidden. */
  remotes: v.array(v.object({ name: v.string(), fetch: v.string(), push: v.array(v.string()) })),
});

type Output = v.InferOutput<typeof output>;

const input = v.object({
  action: v.optional(choice(['list', 'add', 'remove'], 'What to do'), 'list'),
  remote: v.optional(text('Name of the remote', { also: ['name'] })),
  url: v.optional(text('URL (https, http, ssh, git, file) or local path')),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git remote',
  summary: 'List, add or remove the remotes of the repository',
  effect: { most: 'modify', of: ({ action }) => (action === 'list' ? 'inspect' : 'modify') },
  input,
  subject: ({ action }, place) => (action === 'list' ? {} : gitSubject(place, { config: true })),
  output,
  examples: ['helve git remote', 'helve git remote --action add --remote origin --url https://example.com/repo.git'],
  run: async () => (await import('../../git/remote.ts')).manageRemotes,
  render: {
    model: (data) =>
      data.done ?? (data.remotes.map(({ name, fetch }) => `${name} ${fetch}`).join('\n') || 'No remotes'),
    person,
    brief: (data) => data.done ?? count(data.remotes.length, 'remote'),
  },
});

/** As `git remote --verbose` has it. */
function person(data: Output): string {
  if (data.done !== undefined) return data.done;
  if (data.remotes.length === 0) return 'No remotes';
  return data.remotes
    .flatMap(({ name, fetch, push }) => [`${name}\t${fetch} (fetch)`, ...push.map((url) => `${name}\t${url} (push)`)])
    .join('\n');
}
