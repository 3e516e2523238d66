import { choice, defineCommand, flag, path, text } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'session export',
  summary: 'Export a conversation as Markdown, JSON, HTML, or a diagnostic event log',
  effect: { most: 'modify', of: ({ path }) => (path === undefined ? 'inspect' : 'modify') },
  input: v.object({
    id: v.optional(text('Id of the conversation, or the start of it (default: the latest in this folder)')),
    format: v.optional(choice(['markdown', 'json', 'html', 'log'], 'What it becomes'), 'markdown'),
    path: v.optional(path('write', 'File to write (default: return the content)')),
    overwrite: flag('Overwrite an existing file'),
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
