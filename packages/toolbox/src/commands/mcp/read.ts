import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { viewRead } from '../../mcp/offers-view.ts';
import { SERVER_PROGRAMS } from '../../mcp/server.ts';

const input = v.object({
  toolbox: text('Name of the server', { also: ['server'] }),
  uri: text('Address of the resource, as the server lists it'),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  toolbox: v.string(),
  uri: v.string(),
  text: v.string(),
  attachments: v.exactOptional(v.array(v.object({ mimeType: v.string(), data: v.string() }))),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'mcp read',
  summary: 'Read a resource of an MCP server',
  effect: 'execute',
  input,
  subject: () => ({ programs: SERVER_PROGRAMS }),
  output,
  examples: ['helve mcp read --toolbox docs --uri docs://start'],
  run: inService(async () => (await import('../../mcp/resources.ts')).readResource),
  render: { model: viewRead, person: viewRead },
});
