import { defineCommand, flag, text } from '@helve/command';
import * as v from 'valibot';
import { count, short } from '../../git/changes/view.ts';
import { gitSubject } from '../../git/repository/programs.ts';

const output = v.object({
  updates: v.array(v.object({ ref: v.string(), from: v.nullable(v.string()), to: v.nullable(v.string()) })),
});

const input = v.object({
  remote: v.optional(text('Name or URL of the remote')),
  prune: flag('Remove branches that the remote no longer has'),
  all: flag('Fetch from all remotes'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git fetch',
  summary: 'Fetch commits from a remote without touching the working tree',
  effect: 'execute',
  input,
  subject: (_, place) => gitSubject(place, { network: true }),
  output,
  examples: ['helve git fetch', 'helve git fetch --all --prune'],
  run: async () => (await import('../../git/fetch.ts')).fetchRemote,
  render: { model: view, person, brief: (data) => `${count(data.updates.length, 'ref')} changed` },
});

function view(data: v.InferOutput<typeof output>): string {
  if (data.updates.length === 0) return 'Already up to date';
  return data.updates
    .map(({ ref, from, to }) => `${ref} ${from === null ? 'new' : short(from)} -> ${to === null ? 'gone' : short(to)}`)
    .join('\n');
}

/** As `git fetch` has it. */
function person(data: v.InferOutput<typeof output>): string {
  if (data.updates.length === 0) return 'Already up to date.';
  return data.updates
    .map(({ ref, from, to }) => {
      const name = ref.replace(/^refs\/(?:remotes|tags)\//, '');
      if (to === null) return ` - [deleted]          ${name}`;
      if (from === null) return ` * ${ref.startsWith('refs/tags/') ? '[new tag]   ' : '[new branch]'}       ${name}`;
      return `   ${short(from)}..${short(to)} ${name}`;
    })
    .join('\n');
}
