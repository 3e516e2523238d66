import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { briefResources, viewResources } from '../../mcp/offers-view.ts';
import { SERVER_PROGRAMS } from '../../mcp/server.ts';

const input = v.object({ toolbox: v.optional(text('Name of the server (default: all)', { also: ['server'] })) });

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  resources: v.array(
    v.object({
      toolbox: v.string(),
      uri: v.string(),
      name: v.string(),
      description: v.exactOptional(v.string()),
      mimeType: v.exactOptional(v.string()),
    }),
  ),
  problems: v.exactOptional(v.array(v.string())),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'mcp resources',
  summary: 'List the resources of MCP servers',
  effect: 'execute',
  input,
  subject: () => ({ programs: SERVER_PROGRAMS }),
  output,
  examples: ['helve mcp resources', 'helve mcp resources --toolbox docs'],
  run: inService(async () => (await import('../../mcp/resources.ts')).listResources),
  render: { person: viewResources, brief: briefResources },
});
