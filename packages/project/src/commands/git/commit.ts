import { defineCommand, flag, paths, text } from '@helve/command';
import * as v from 'valibot';
import { totalsSchema } from '../../git/changes/schemas.ts';
import { count, short, totalsLine } from '../../git/changes/view.ts';
import { gitSubject } from '../../git/repository/programs.ts';

const output = v.object({
  commit: v.string(),
  branch: v.nullable(v.string()),
  summary: v.string(),
  ...totalsSchema.entries,
});

const input = v.object({
  message: text('Commit message', { large: true }),
  all: flag('Stage all changed tracked files first'),
  amend: flag('Amend the last commit'),
  allowEmpty: flag('Commit even if nothing changed'),
  paths: v.optional(paths('read', 'Commit only these paths, staged or not')),
  author: v.optional(text('Author: Name <email>')),
  signoff: flag('Add a Signed-off-by line'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git commit',
  summary: 'Commit the staged changes',
  effect: 'execute',
  input,
  subject: (_, place) => gitSubject(place),
  output,
  examples: ['helve git commit --message "docs: say how it is built"'],
  run: async () => (await import('../../git/commit.ts')).commitChanges,
  render: {
    model: (data) => `${head(data)}\n${count(data.files, 'file')}, +${data.insertions} -${data.deletions}`,
    person: (data) => `${head(data)}\n${totalsLine(data)}`,
    brief: (data) => `${short(data.commit)} ${data.summary}`,
  },
});

function head(data: v.InferOutput<typeof output>): string {
  return `[${data.branch ?? 'detached HEAD'} ${short(data.commit)}] ${data.summary}`;
}
