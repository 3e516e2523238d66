import { choice, defineCommand, flag, integer, path, text } from '@helve/command';
import * as v from 'valibot';
import { leftOut, printable } from '../../fs/paths/printable.ts';

const input = v.object({
  query: text('A glob as *.ts or src/**/*.ts, or a part of the name', { also: ['pattern', 'glob'] }),
  path: v.optional(path('read', 'The folder to look in'), '.'),
  all: flag('Hidden and git-ignored ones too'),
  type: v.optional(choice(['file', 'folder', 'any'], 'What to find; a link counts as what it leads to'), 'file'),
  ignoreCase: flag('Capital and small letters are the same'),
  limit: v.optional(integer('The most paths to give; the rest is counted', { min: 1 }), 1000),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'fs find',
  summary: 'Files and folders by name: a glob, or a word that the name holds',
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
    model: (data) =>
      [
        ...(data.total === 0 ? ['Nothing found'] : data.matches.map(printable)),
        ...leftOut(data.omitted, 'paths', 'narrow the search or raise --limit'),
      ].join('\n'),
    brief: (data) => `${data.total} found`,
  },
});
