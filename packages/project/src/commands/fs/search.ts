import { defineCommand, path, text, validate } from '@helve/command';
import * as v from 'valibot';
import { briefMatches, command as grep, viewMatches } from './grep.ts';

export const command = defineCommand({
  path: 'fs search',
  summary: 'Lines that match a regular expression, in files with such names; fs grep can do more',
  effect: 'inspect',
  input: v.object({
    path: v.optional(path('read', 'The file or folder to search'), '.'),
    regex: text('The regular expression', { also: ['query'] }),
    pattern: v.optional(text('Only files with such a name, as *.ts', { also: ['include'] })),
  }),
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
