import { choice, defineCommand, flag } from '@helve/command';
import * as v from 'valibot';
import { SERVER_PROGRAMS } from '../../mcp/server.ts';
import { briefTools, viewTools } from '../../utcp/view.ts';

const input = v.object({
  source: v.optional(choice(['helve', 'utcp', 'mcp'], 'Only tools of this kind')),
  refresh: flag('Ask manuals and servers again'),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  tools: v.array(v.object({ name: v.string(), source: v.string(), description: v.string() })),
  problems: v.array(v.string()),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'tool list',
  summary: 'List all tools: commands of helve, and tools of UTCP manuals and MCP servers',
  effect: 'execute',
  input,
  // Servers of manuals that were never read are started to read them.
  subject: () => ({ programs: SERVER_PROGRAMS }),
  output,
  examples: ['helve tool list --source mcp'],
  run: async () => (await import('../../tool/list.ts')).list,
  render: { model: viewTools, person: viewTools, brief: briefTools },
});
