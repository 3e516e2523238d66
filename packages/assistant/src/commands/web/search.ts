import { defineCommand, integer, text } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'web search',
  summary: 'Search the web with the engine of the settings (webSearch.url)',
  effect: 'execute',
  input: v.object({
    query: text('What to search for'),
    limit: v.optional(integer('How many results at most', { min: 1, max: 50 }), 8),
  }),
  output: v.object({
    query: v.string(),
    results: v.array(v.object({ title: v.string(), url: v.string(), excerpt: v.string() })),
  }),
  examples: ['helve web search --query "node 20 release notes"'],
  run: async () => (await import('../../web/search.ts')).searchWeb,
  render: {
    model: ({ results }) =>
      results.length === 0
        ? 'Nothing was found.'
        : results
            .map(({ title, url, excerpt }) => [`${title}\n${url}`, excerpt].filter(Boolean).join('\n'))
            .join('\n\n'),
    brief: ({ query, results }) => `${results.length} results for ${query}`,
  },
});
