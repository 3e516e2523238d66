import { defineCommand, integer, text } from '@helve/command';
import * as v from 'valibot';

const output = v.object({
  query: v.string(),
  results: v.array(v.object({ title: v.string(), url: v.string(), excerpt: v.string() })),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'web search',
  summary: 'Search the web with the engine in the settings (webSearch.url)',
  effect: 'execute',
  input: v.object({
    query: text('What to search for'),
    limit: v.optional(integer('Maximum number of results', { min: 1, max: 50 }), 8),
  }),
  output,
  examples: ['helve web search --query "node 20 release notes"'],
  run: async () => (await import('../../web/search.ts')).searchWeb,
  render: {
    model: ({ results }) =>
      results.length === 0
        ? 'No matches.'
        : results
            .map(({ title, url, excerpt }) => [`${title}\n${url}`, excerpt].filter(Boolean).join('\n'))
            .join('\n\n'),
    brief: ({ query, results }) => `${results.length} results for ${query}`,
  },
});
