import { defineCommand, flag, inService, text, texts } from '@helve/command';
import * as v from 'valibot';
import { SERVER_PROGRAMS } from '../../mcp/server.ts';
import { mcpToolShape } from '../../mcp/tool.ts';
import { briefTools, viewTools } from '../../mcp/view.ts';

const input = v.object({
  toolbox: v.optional(text('Name of the server (default: all)', { also: ['server'] })),
  servers: v.optional(texts('Names of several servers')),
  cached: flag('Use cached lists only; start no server'),
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
  summary: 'List the tools of MCP servers; starts servers that were never asked',
  effect: { most: 'execute', of: ({ cached }) => (cached ? 'inspect' : 'execute') },
  input,
  subject: ({ cached }) => (cached ? {} : { programs: SERVER_PROGRAMS }),
  output,
  examples: ['helve mcp tools', 'helve mcp tools --cached', 'helve mcp tools --toolbox memory --refresh'],
  run: inService(async () => (await import('../../mcp/tools.ts')).listTools),
  render: { person: viewTools, brief: briefTools },
});
