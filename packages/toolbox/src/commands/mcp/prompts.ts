import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { briefPrompts, viewPrompts } from '../../mcp/offers-view.ts';
import { SERVER_PROGRAMS } from '../../mcp/server.ts';

const input = v.object({ toolbox: v.optional(text('Name of the server (default: all)', { also: ['server'] })) });

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  prompts: v.array(
    v.object({
      toolbox: v.string(),
      name: v.string(),
      description: v.exactOptional(v.string()),
      arguments: v.array(
        v.object({ name: v.string(), description: v.exactOptional(v.string()), required: v.boolean() }),
      ),
    }),
  ),
  problems: v.exactOptional(v.array(v.string())),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'mcp prompts',
  summary: 'List the prompts of MCP servers; the assistant takes them as /mcp__server__prompt',
  effect: 'execute',
  input,
  subject: () => ({ programs: SERVER_PROGRAMS }),
  output,
  examples: ['helve mcp prompts', 'helve mcp prompts --toolbox docs'],
  run: inService(async () => (await import('../../mcp/prompts.ts')).listPrompts),
  render: { person: viewPrompts, brief: briefPrompts },
});
