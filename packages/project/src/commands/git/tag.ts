import { defineCommand, flag, text } from '@helve/command';
import * as v from 'valibot';
import { count, short } from '../../git/changes/view.ts';
import { gitSubject } from '../../git/repository/programs.ts';

const output = v.object({
  done: v.optional(v.string()),
  tags: v.array(
    v.object({
      name: v.string(),
      commit: v.string(),
      annotated: v.boolean(),
      date: v.string(),
      subject: v.string(),
    }),
  ),
  omitted: v.optional(v.number()),
});

type Output = v.InferOutput<typeof output>;

const input = v.object({
  tag: v.optional(text('Tag to create or delete (default: list tags)', { also: ['name'] })),
  revision: v.optional(text('Commit to tag'), 'HEAD'),
  message: v.optional(text('Message for an annotated tag', { large: true })),
  delete: flag('Delete the tag'),
  force: flag('Move the tag if it exists'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git tag',
  summary: 'List tags, or create or delete one',
  effect: { most: 'modify', of: (input) => (input.tag === undefined ? 'inspect' : 'modify') },
  input,
  subject: ({ tag }, place) => (tag === undefined ? {} : gitSubject(place)),
  output,
  examples: ['helve git tag', 'helve git tag --tag v1.0.0 --message "First release"'],
  run: async () => (await import('../../git/tag.ts')).manageTags,
  render: { model: view, person: view, brief: (data) => data.done ?? count(data.tags.length, 'tag') },
});

function view(data: Output): string {
  if (data.done !== undefined) return data.done;
  if (data.tags.length === 0) return 'No tags';
  const widest = Math.max(...data.tags.map((tag) => tag.name.length));
  const lines = data.tags.map(
    ({ name, commit, date, subject }) => `${name.padEnd(widest)} ${short(commit)} ${date.slice(0, 10)} ${subject}`,
  );
  return [...lines, ...(data.omitted === undefined ? [] : [`… and ${data.omitted} more`])].join('\n');
}
