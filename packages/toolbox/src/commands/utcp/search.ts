import { defineCommand, integer, text, texts } from '@helve/command';
import * as v from 'valibot';
import { SERVER_PROGRAMS } from '../../mcp/server.ts';
import { briefTools, viewTools } from '../../utcp/view.ts';

const input = v.object({
  query: text('Words in the name, tags or description (default: all tools)'),
  tags: v.optional(texts('Only tools with one of these tags')),
  limit: v.optional(integer('Maximum number of tools', { min: 1, max: 1000 }), 10),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  tools: v.array(v.object({ name: v.string(), description: v.string(), tags: v.array(v.string()) })),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'utcp search',
  summary: 'Search the tools of the registered UTCP manuals',
  effect: 'execute',
  input,
  // Servers of manuals that were never read are started to read them.
  subject: () => ({ programs: SERVER_PROGRAMS }),
  output,
  examples: ['helve utcp search --query "weather forecast"'],
  run: async () => (await import('../../utcp/search.ts')).search,
  render: { model: viewTools, person: viewTools, brief: briefTools },
});
