import { choice, defineCommand, type Facts, flag, integer, path, type Say, text } from '@helve/command';
import * as v from 'valibot';
import type { GrepMatch } from '../../fs/grep/matches.ts';
import { leftOut, NARROW, printable } from '../../fs/paths/printable.ts';

const input = v.object({
  query: text('Regular expression', { also: ['pattern', 'regex'] }),
  path: v.optional(path('read', 'File or folder to search'), '.'),
  include: v.optional(text('Only files that match this glob: *.ts, src/**/*.ts')),
  exclude: v.optional(text('Skip files and folders that match this glob')),
  ignoreCase: flag('Ignore case'),
  fixed: flag('Treat the query as plain text'),
  word: flag('Match whole words only'),
  multiline: flag('Let matches span lines'),
  context: v.optional(integer('Lines of context before and after each match', { min: 0, max: 1000 })),
  before: v.optional(integer('Lines of context before each match', { min: 0, max: 1000 })),
  after: v.optional(integer('Lines of context after each match', { min: 0, max: 1000 })),
  output: v.optional(
    choice(['matches', 'files', 'counts'], 'Return matching lines, only file names, or counts per file'),
    'matches',
  ),
  all: flag('Include hidden and git-ignored files'),
  limit: v.optional(integer('Maximum number of matches or files; the rest are counted', { min: 1 }), 1000),
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
  summary: 'Search a file or folder for a regular expression',
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
export function viewMatches(data: Output, _input: object, _facts: Facts, say: Say): string {
  if (data.files === 0) return 'No match';
  if (data.paths || data.counts) {
    const rows = data.paths?.map(printable) ?? data.counts?.map(({ path, count }) => `${printable(path)}: ${count}`);
    return [...(rows ?? []), ...leftOut(data.omitted, 'files', NARROW, say)].join('\n');
  }
  const files = new Map<string, GrepMatch[]>();
  for (const match of data.matches) {
    const matches = files.get(match.path);
    if (matches) matches.push(match);
    else files.set(match.path, [match]);
  }
  return [
    [...files].map(([path, matches]) => [printable(path), ...viewFile(matches)].join('\n')).join('\n\n'),
    ...leftOut(data.omitted, 'matches', NARROW, say),
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
