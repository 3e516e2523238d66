import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';

const input = v.object({ toolbox: text('Name of the server', { also: ['server'] }) });

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  toolbox: v.string(),
  status: v.picklist(['waiting', 'open']),
  url: v.exactOptional(v.string()),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'mcp login',
  summary: 'Log in to an HTTP MCP server; returns the URL to open in a browser',
  effect: 'execute',
  input,
  output,
  examples: ['helve mcp login --toolbox docs'],
  run: inService(async () => (await import('../../mcp/login.ts')).login),
  render: {
    person: ({ toolbox, url }) =>
      url === undefined
        ? `${toolbox} wants no login.`
        : `Open this address and log in; ${toolbox} can be used as soon as you are back:\n${url}`,
  },
});
