import { defineCommand, type Facts, integer, parameter, path, type Say, text, worded } from '@helve/command';
import * as v from 'valibot';
import { count, short } from '../../git/changes/view.ts';

const output = v.object({
  path: v.string(),
  lines: v.array(
    v.object({
      line: v.number(),
      /** None for a line that is not committed. */
      commit: v.nullable(v.string()),
      author: v.string(),
      date: v.nullable(v.string()),
      summary: v.string(),
      text: v.string(),
    }),
  ),
  /** The --from that gives the next lines. */
  next: v.optional(v.number()),
});

type Blame = v.InferOutput<typeof output>;

const input = v.object({
  path: path('read', 'File'),
  from: v.optional(integer('First line', { min: 1 }), 1),
  to: v.optional(integer('Last line', { min: 1 })),
  revision: v.optional(text('Commit to look at (default: the working tree)')),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git blame',
  summary: 'Show who last changed each line of a file, and in which commit',
  effect: 'inspect',
  input,
  output,
  examples: ['helve git blame --path ./package.json', 'helve git blame --path ./package.json --from 1 --to 3'],
  run: async () => (await import('../../git/blame.ts')).blameFile,
  render: { model, person, brief: (data) => `${count(data.lines.length, 'line')} of ${data.path}` },
});

function model(data: Blame, _input: object, _facts: Facts, say: Say): string {
  const lines = data.lines.map(
    ({ line, commit, author, date, text: content }) =>
      `${line} ${commit === null ? 'uncommitted' : `${short(commit)} ${day(date)} ${author}`}: ${content}`,
  );
  return [...lines, ...more(data, say)].join('\n') || `${data.path} is empty`;
}

/** As `git blame --date=short` has it. */
function person(data: Blame, _input: object, _facts: Facts, say: Say): string {
  const names = Math.max(0, ...data.lines.map(({ author }) => author.length));
  const digits = String(data.lines.at(-1)?.line ?? 0).length;
  const lines = data.lines.map(({ line, commit, author, date, text: content }) => {
    const origin = `${author.padEnd(names)} ${day(date)} ${String(line).padStart(digits)}`;
    return `${short(commit ?? '00000000')} (${origin}) ${content}`;
  });
  return [...lines, ...more(data, say)].join('\n') || `${data.path} is empty`;
}

function day(date: string | null): string {
  return (date ?? '').slice(0, 10).padEnd(10);
}

function more(data: Blame, say: Say): string[] {
  return data.next === undefined ? [] : [say(worded`… more lines with ${parameter('from')} ${data.next}`)];
}
