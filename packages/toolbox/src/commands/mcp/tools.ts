import { defineCommand, flag, inKeeper, text, texts } from '@helve/command';
import * as v from 'valibot';
import { mcpToolShape } from '../../mcp/tool.ts';
import { briefTools, viewTools } from '../../mcp/view.ts';

const input = v.object({
  toolbox: v.optional(text('The server; absent: all', { also: ['server'] })),
  servers: v.optional(texts('Several servers')),
  cached: flag('Only what servers listed before; start none'),
  refresh: flag('Ask the servers again'),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  toolboxes: v.array(
    v.object({
      toolbox: v.string(),
      tools: v.array(mcpToolShape),
      listedAt: v.exactOptional(v.string()),
      problem: v.exactOptional(v.string()),
    }),
  ),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'mcp tools',
  summary: 'List the tools of MCP servers; a server that was never asked is started for it',
  effect: { most: 'execute', of: ({ cached }) => (cached ? 'inspect' : 'execute') },
  input,
  output,
  examples: ['helve mcp tools', 'helve mcp tools --cached', 'helve mcp tools --toolbox memory --refresh'],
  run: inKeeper(async () => (await import('../../mcp/tools.ts')).listTools),
  render: { person: viewTools, brief: briefTools },
});
