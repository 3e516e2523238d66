import { choice, defineCommand, flag, path, text } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'session export',
  summary: 'A conversation as Markdown, JSON, one HTML page, or a log of events for diagnostics',
  effect: { most: 'modify', of: ({ path }) => (path === undefined ? 'inspect' : 'modify') },
  input: v.object({
    id: v.optional(text('The conversation, or the beginning of its id; by itself the latest here')),
    format: v.optional(choice(['markdown', 'json', 'html', 'log'], 'What it becomes'), 'markdown'),
    path: v.optional(path('write', 'The file to write; without it the result holds the content')),
    overwrite: flag('Replace a file that is there'),
  }),
  output: v.object({
    id: v.string(),
    format: v.picklist(['markdown', 'json', 'html', 'log']),
    bytes: v.number(),
    path: v.optional(v.string()),
    content: v.optional(v.string()),
  }),
  examples: [
    'helve session export --format markdown',
    'helve session export --format html --path conversation.html',
    'helve session export --format log',
  ],
  run: async () => (await import('../../session/export.ts')).exportSession,
  render: {
    model: ({ content, path, bytes }) => content ?? `Wrote ${path} (${bytes} bytes)`,
    person: ({ content, path, bytes }) => content ?? `Wrote ${path} (${bytes} bytes)`,
    brief: ({ id, format, path }) => `${id} as ${format}${path === undefined ? '' : ` in ${path}`}`,
  },
});
