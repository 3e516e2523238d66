import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { briefServers, viewServers } from '../../mcp/view.ts';

const output = v.object({
  servers: v.array(
    v.object({
      name: v.string(),
      scope: v.picklist(['user', 'project', 'plugin', 'manual', 'client']),
      source: v.string(),
      transport: v.picklist(['stdio', 'http', 'sse', 'unknown']),
      runs: v.string(),
      trusted: v.boolean(),
      status: v.picklist(['connected', 'starting', 'failed', 'stopped', 'unavailable']),
      pid: v.exactOptional(v.number()),
      tools: v.exactOptional(v.number()),
      problem: v.exactOptional(v.string()),
    }),
  ),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'mcp servers',
  summary: 'List the MCP servers of the settings, the project and plugins, and their status',
  effect: 'inspect',
  input: v.object({}),
  output,
  examples: ['helve mcp servers'],
  run: inService(async () => (await import('../../mcp/servers.ts')).listServers),
  render: { model: viewServers, person: viewServers, brief: briefServers },
});
