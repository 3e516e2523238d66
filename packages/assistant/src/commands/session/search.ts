import { defineCommand, flag, integer, text } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'session search',
  summary: 'Search conversations with the assistant',
  effect: 'inspect',
  input: v.object({
    query: text('Words that must all occur, or "a phrase" in quotes'),
    all: flag('Search conversations of all folders'),
    limit: v.optional(integer('Maximum number of matches', { min: 1, max: 1000 }), 20),
  }),
  output: v.object({
    hits: v.array(
      v.object({
        id: v.string(),
        title: v.string(),
        cwd: v.string(),
        entry: v.string(),
        speaker: v.picklist(['user', 'assistant', 'tool', 'summary']),
        time: v.string(),
        excerpt: v.string(),
      }),
    ),
    total: v.number(),
  }),
  examples: ['helve session search --query "parser"', `helve session search --query '"exact words"' --all`],
  run: async () => (await import('../../session/search.ts')).searchSessions,
  render: {
    person: ({ hits }) =>
      hits.length === 0
        ? 'No matches.'
        : hits.map(({ id, title, speaker, excerpt }) => `${id}  ${title}\n  ${speaker}: ${excerpt}`).join('\n'),
    brief: ({ hits, total }) => `${hits.length} of ${total} places`,
  },
});
