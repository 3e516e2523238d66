import { choice, defineCommand, flag, integer, path, text } from '@helve/command';
import * as v from 'valibot';
import { leftOut, NARROW, printable } from '../../fs/paths/printable.ts';

const input = v.object({
  query: text('Glob such as *.ts or src/**/*.ts, or part of the name', { also: ['pattern', 'glob'] }),
  path: v.optional(path('read', 'Folder to search'), '.'),
  all: flag('Include hidden and git-ignored files'),
  type: v.optional(choice(['file', 'folder', 'any'], 'What to find; links count as their targets'), 'file'),
  ignoreCase: flag('Ignore case'),
  limit: v.optional(integer('Maximum number of paths; the rest are counted', { min: 1 }), 1000),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'fs find',
  summary: 'Find files and folders by name: a glob, or part of the name',
  effect: 'inspect',
  input,
  output: v.object({
    matches: v.array(v.string()),
    total: v.number(),
    omitted: v.number(),
    truncated: v.boolean(),
  }),
  examples: ['helve fs find --query "*.ts"', 'helve fs find --query readme --ignore-case'],
  run: async () => (await import('../../fs/find.ts')).findPaths,
  render: {
    model: (data, _input, _facts, say) =>
      [
        ...(data.total === 0 ? ['Nothing found'] : data.matches.map(printable)),
        ...leftOut(data.omitted, 'paths', NARROW, say),
      ].join('\n'),
    brief: (data) => `${data.total} found`,
  },
});
