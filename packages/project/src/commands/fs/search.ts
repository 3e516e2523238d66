import { defineCommand, path, text, validate } from '@helve/command';
import * as v from 'valibot';
import { briefMatches, command as grep, viewMatches } from './grep.ts';

export const command = defineCommand({
  path: 'fs search',
  summary: 'Search files by name pattern for a regular expression; fs grep can do more',
  effect: 'inspect',
  input: v.object({
    path: v.optional(path('read', 'File or folder to search'), '.'),
    regex: text('Regular expression', { also: ['query'] }),
    pattern: v.optional(text('Only files that match this glob, such as *.ts', { also: ['include'] })),
  }),
  subject: () => ({ sameAs: ['fs grep'] }),
  output: grep.output,
  examples: ['helve fs search --path . --regex TODO --pattern "*.ts"'],
  run: async () => {
    const run = await grep.run();
    return async ({ path, regex, pattern }, context) => {
      const { input } = await validate(grep, { path, query: regex, include: pattern });
      return run(input, context);
    };
  },
  render: { model: viewMatches, person: viewMatches, brief: briefMatches },
});
