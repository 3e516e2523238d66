import { choice, defineCommand, integer, text } from '@helve/command';
import * as v from 'valibot';
import { SERVER_PROGRAMS } from '../../mcp/server.ts';
import { briefTools, viewTools } from '../../utcp/view.ts';

const input = v.object({
  query: text('What the tool should do, in a few words'),
  source: v.optional(choice(['helve', 'utcp', 'mcp'], 'Only tools of this kind')),
  limit: v.optional(integer('Maximum number of tools', { min: 1, max: 100 }), 5),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  tools: v.array(
    v.object({
      name: v.string(),
      source: v.string(),
      description: v.string(),
      inputs: v.record(v.string(), v.unknown()),
    }),
  ),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'tool search',
  summary: 'Search for tools by words; returns their parameters',
  effect: 'execute',
  input,
  // Servers of manuals that were never read are started to read them.
  subject: () => ({ programs: SERVER_PROGRAMS }),
  output,
  tool: {
    name: 'ToolSearch',
    set: 'toolbox',
    guidance:
      'Finds tools that are not listed here, by a few words, with the arguments that each takes. Call what you find with ToolCall.',
    only: ['query', 'limit'],
  },
  examples: ['helve tool search --query "create an issue"'],
  run: async () => (await import('../../tool/search.ts')).search,
  render: { person: viewTools, brief: briefTools },
});
