import { choice, defineCommand, flag, integer, text } from '@helve/command';
import * as v from 'valibot';
import { fileDiffSchema } from '../../git/changes/schemas.ts';
import { diffStat, fileLines, moreFiles } from '../../git/changes/view.ts';
import { gitSubject } from '../../git/repository/programs.ts';

const stash = v.object({ index: v.number(), commit: v.string(), date: v.string(), message: v.string() });

const output = v.object({
  action: v.string(),
  /** The stash that was made, shown, brought back or dropped. */
  stash: v.optional(stash),
  /** Files that were put aside or brought back. */
  files: v.optional(v.array(v.string())),
  stashes: v.optional(v.array(stash)),
  changes: v.optional(v.array(fileDiffSchema)),
  /** Changes beyond the first 1000. */
  omitted: v.optional(v.number()),
  untracked: v.optional(v.array(v.string())),
  patch: v.optional(v.string()),
  truncated: v.optional(v.boolean()),
});

type Output = v.InferOutput<typeof output>;

const input = v.object({
  action: v.optional(choice(['push', 'list', 'pop', 'apply', 'drop', 'show'], 'What to do'), 'push'),
  message: v.optional(text('Message for the stash, for push', { large: true })),
  includeUntracked: flag('Include untracked files'),
  index: v.optional(integer('Index of the stash; 0 is the newest', { min: 0 }), 0),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git stash',
  summary: 'Stash changes, and restore them',
  effect: { most: 'modify', of: ({ action }) => (action === 'list' || action === 'show' ? 'inspect' : 'modify') },
  input,
  subject: ({ action }, place) => (action === 'list' || action === 'show' ? {} : gitSubject(place)),
  output,
  examples: ['helve git stash --message "half done"', 'helve git stash --action list', 'helve git stash --action pop'],
  run: async () => (await import('../../git/stash.ts')).manageStash,
  render: {
    model: (data) => view(data, fileLines(data.changes ?? [])),
    person: (data) => view(data, diffStat(data.changes ?? [])),
    brief: (data) => (data.stashes ? `${data.stashes.length} put aside` : done(data)),
  },
});

const WORDS: Readonly<Record<string, string>> = {
  push: 'Put aside as',
  pop: 'Brought back and dropped',
  apply: 'Brought back',
  drop: 'Dropped',
  show: 'Stash',
};

function view(data: Output, changes: readonly string[]): string {
  if (data.stashes) return data.stashes.map(line).join('\n') || 'Nothing is put aside';
  return [
    done(data),
    ...(data.files ?? []).map((file) => `  ${file}`),
    ...(data.changes === undefined || data.changes.length === 0 ? [] : changes),
    ...moreFiles(data),
    ...(data.untracked ?? []).map((file) => `untracked ${file}`),
    ...(data.patch === undefined ? [] : ['', data.patch]),
    ...(data.truncated ? ['… cut here'] : []),
  ].join('\n');
}

function done(data: Output): string {
  return `${WORDS[data.action] ?? data.action} ${data.stash ? line(data.stash) : ''}`.trimEnd();
}

/** As `git stash list` has it. */
function line({ index, message }: v.InferOutput<typeof stash>): string {
  return `stash@{${index}}: ${message}`;
}
