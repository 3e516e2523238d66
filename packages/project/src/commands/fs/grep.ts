import { choice, defineCommand, flag, integer, path, text } from '@helve/command';
import * as v from 'valibot';
import { briefMatches, viewMatches } from '../../fs/grep-view.ts';

export const command = defineCommand({
  path: 'fs grep',
  summary: 'Lines that match a regular expression, in a file or all below a folder',
  effect: 'inspect',
  input: v.object({
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
  }),
  output: v.object({
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
  }),
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
