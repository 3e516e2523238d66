import { defineCommand, type Facts, flag, integer, parameter, path, type Say, text, worded } from '@helve/command';
import * as v from 'valibot';
import { commitSchema, fileDiffSchema, totalsSchema } from '../../git/changes/schemas.ts';
import { commitLines, count, diffStat, fileLines } from '../../git/changes/view.ts';

const output = v.object({
  commits: v.array(
    v.object({
      ...commitSchema.entries,
      stat: v.optional(totalsSchema),
      /** With --stat: the first 100 files. */
      files: v.optional(v.array(fileDiffSchema)),
    }),
  ),
  /** The --skip that gives the next commits. */
  next: v.optional(v.number()),
});

type Log = v.InferOutput<typeof output>;

const input = v.object({
  path: v.optional(path('read', 'Only commits that touch this file or folder')),
  limit: v.optional(integer('Number of commits', { min: 1, max: 1000 }), 50),
  skip: v.optional(integer('Number of commits to skip', { min: 0 }), 0),
  revision: v.optional(text('Commit to start from, or a range: main..feature')),
  author: v.optional(text('Only commits by matching authors')),
  since: v.optional(text('Only commits after this date')),
  until: v.optional(text('Only commits before this date')),
  grep: v.optional(text('Only commits with matching messages')),
  stat: flag('Also list the files that each commit changed'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git log',
  summary: 'Show the history of the repository or of a path, newest first',
  effect: 'inspect',
  input,
  output,
  examples: ['helve git log --limit 10', 'helve git log --path ./package.json'],
  run: async () => (await import('../../git/log.ts')).readLog,
  render: { model, person, brief: (data) => count(data.commits.length, 'commit') },
});

function model(data: Log, _input: object, _facts: Facts, say: Say): string {
  if (data.commits.length === 0) return 'No commits';
  const lines = data.commits.flatMap(({ short, date, author, subject, refs, files = [], stat }) => {
    const names = refs.length === 0 ? '' : ` (${refs.join(', ')})`;
    const more = (stat?.files ?? 0) - files.length;
    return [
      `${short} ${date.slice(0, 10)} ${author.name}${names} ${subject}`,
      ...fileLines(files).map((line) => `  ${line}`),
      ...(more > 0 ? [`  … and ${count(more, 'more file')}`] : []),
    ];
  });
  return [...lines, ...older(data, say)].join('\n');
}

/** As `git log` has it. */
function person(data: Log, _input: object, _facts: Facts, say: Say): string {
  if (data.commits.length === 0) return 'No commits';
  const blocks = data.commits.map((commit) => {
    const stat = commit.stat && commit.stat.files > 0 ? ['', ...diffStat(commit.files ?? [], commit.stat)] : [];
    return [...commitLines(commit), ...stat].join('\n');
  });
  return [...blocks, ...older(data, say)].join('\n\n');
}

function older(data: Log, say: Say): string[] {
  return data.next === undefined ? [] : [say(worded`… older ones with ${parameter('skip')} ${data.next}`)];
}
