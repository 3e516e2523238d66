import { choice, defineCommand, flag } from '@helve/command';
import * as v from 'valibot';
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
  summary: 'Every tool there is: our own commands, and those of UTCP manuals and MCP servers',
  effect: 'execute',
  input,
  output,
  examples: ['helve tool list --source mcp'],
  run: async () => (await import('../../tool/list.ts')).list,
  render: { model: viewTools, person: viewTools, brief: briefTools },
});
