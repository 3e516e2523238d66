import { defineCommand, flag, integer, text } from '@helve/command';
import * as v from 'valibot';
import { viewSearch } from '../../search/search-view.ts';

export const command = defineCommand({
  path: 'terminal search',
  summary: 'Search what commands and sessions printed, also what results left out',
  effect: 'inspect',
  input: v.object({
    query: text('A regular expression, looked for line by line'),
    ignoreCase: flag('Capital or small letters, alike'),
    sessionId: v.optional(text('Only what this session printed, or with --history what was entered in it')),
    history: flag('The commands that were run instead of what they printed'),
    limit: v.optional(integer('The most matches to give', { min: 1, max: 10_000 }), 50),
  }),
  output: v.object({
    matches: v.array(
      v.object({
        source: v.picklist(['output', 'session', 'history']),
        sessionId: v.optional(v.string()),
        file: v.string(),
        line: v.number(),
        text: v.string(),
      }),
    ),
    files: v.number(),
    more: v.boolean(),
  }),
  examples: [
    'helve terminal search --query "error TS\\d+"',
    'helve terminal search --query "npm (ci|install)" --history',
  ],
  run: async () => (await import('../../search/search.ts')).searchOutput,
  render: { model: viewSearch, person: viewSearch },
});
