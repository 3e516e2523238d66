import { choice, defineCommand, flag, integer, path, text } from '@helve/command';
import * as v from 'valibot';
import type { GrepMatch } from '../../fs/grep/matches.ts';
import { leftOut, printable } from '../../fs/paths/printable.ts';

const input = v.object({
  query: text('The regular expression', { also: ['pattern', 'regex'] }),
  path: v.optional(path('read', 'The file or folder to search'), '.'),
  include: v.optional(text('Only files with such a name, as *.ts, or such a path below the folder, as src/**/*.ts')),
  exclude: v.optional(text('Not files or folders that match this glob')),
  ignoreCase: flag('Capital and small letters are the same'),
  fixed: flag('The query is text, not a regular expression'),
  word: flag('Whole words only'),
  multiline: flag('A match may span lines'),
  context: v.optional(integer('Lines to give before and after each match', { min: 0, max: 1000 })),
  before: v.optional(integer('Lines to give before each match', { min: 0, max: 1000 })),
  after: v.optional(integer('Lines to give after each match', { min: 0, max: 1000 })),
  output: v.optional(
    choice(['matches', 'files', 'counts'], 'The matching lines, only the files that have some, or how many each has'),
    'matches',
  ),
  all: flag('Hidden and git-ignored files too'),
  limit: v.optional(integer('The most matches or files to give; the rest is counted', { min: 1 }), 1000),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  matches: v.array(
    v.object({
      path: v.string(),
      line: v.number(),
      column: v.number(),
      text: v.string(),
      clipped: v.optional(v.boolean()),
      before: v.optional(v.array(v.string())),
      after: v.optional(v.array(v.string())),
    }),
  ),
  paths: v.optional(v.array(v.string())),
  counts: v.optional(v.array(v.object({ path: v.string(), count: v.number() }))),
  total: v.optional(v.number()),
  files: v.number(),
  omitted: v.number(),
  truncated: v.boolean(),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'fs grep',
  summary: 'Lines that match a regular expression, in a file or all below a folder',
  effect: 'inspect',
  input,
  output,
  tool: {
    name: 'TextSearch',
    set: 'text',
    guidance:
      'Finds a regular expression in a file, or in all files below a folder: path, line, column and text of each match. Use it to find what to read or edit.',
    rename: { path: 'filePath' },
    only: ['query', 'path', 'include', 'ignoreCase', 'fixed', 'context', 'output'],
  },
  examples: [
    'helve fs grep --query TODO',
    'helve fs grep --query "a.b" --fixed --include "*.ts"',
    'helve fs grep --query TODO --output counts',
  ],
  run: async () => (await import('../../fs/grep.ts')).grep,
  render: { model: viewMatches, person: viewMatches, brief: briefMatches },
});

/** In the manner of ripgrep: each file's name, then `12:text` for a match and `11-text` for a line around it. */
export function viewMatches(data: Output): string {
  if (data.files === 0) return 'No match';
  if (data.paths || data.counts) {
    const rows = data.paths?.map(printable) ?? data.counts?.map(({ path, count }) => `${printable(path)}: ${count}`);
    return [...(rows ?? []), ...leftOut(data.omitted, 'files', 'narrow the search or raise --limit')].join('\n');
  }
  const files = new Map<string, GrepMatch[]>();
  for (const match of data.matches) {
    const matches = files.get(match.path);
    if (matches) matches.push(match);
    else files.set(match.path, [match]);
  }
  return [
    [...files].map(([path, matches]) => [printable(path), ...viewFile(matches)].join('\n')).join('\n\n'),
    ...leftOut(data.omitted, 'matches', 'narrow the search or raise --limit'),
  ].join('\n');
}

export function briefMatches(data: Output): string {
  return data.total === undefined ? `${data.files} files match` : `${data.total} matches in ${data.files} files`;
}

/** The lines around two matches may be the same ones, or one match may stand in those of another. */
function viewFile(matches: readonly GrepMatch[]): string[] {
  const around = new Map<number, string>();
  const rows = new Map<number, string>();
  for (const { line, text, clipped, before = [], after = [] } of matches) {
    const lines = text.split('\n');
    for (const [index, row] of before.entries()) around.set(line - before.length + index, row);
    for (const [index, row] of after.entries()) around.set(line + lines.length + index, row);
    for (const [index, row] of lines.entries()) rows.set(line + index, clipped ? `…${row}…` : row);
  }
  const hasContext = matches.some(({ before, after }) => before !== undefined || after !== undefined);
  const numbers = [...new Set([...around.keys(), ...rows.keys()])].sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const row = rows.get(number);
    const shown =
      row === undefined ? `${number}-${printable(around.get(number) ?? '')}` : `${number}:${printable(row)}`;
    const gap = hasContext && index > 0 && numbers[index - 1] !== number - 1;
    return gap ? ['--', shown] : [shown];
  });
}
