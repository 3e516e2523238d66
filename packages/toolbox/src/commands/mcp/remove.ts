import { choice, defineCommand, text } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  name: text('Name of the server', { also: ['toolbox'] }),
  scope: v.optional(choice(['user', 'project'], 'Scope to remove it from (default: the settings, then the project)')),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({ name: v.string(), scope: v.picklist(['user', 'project']), file: v.string() });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'mcp remove',
  summary: "Remove an MCP server from the settings or the project's .mcp.json",
  effect: 'execute',
  input,
  output,
  examples: ['helve mcp remove --name memory'],
  run: async () => (await import('../../mcp/remove.ts')).remove,
  render: {
    person: ({ name, file }) => `${name} removed from ${file}`,
    brief: ({ name }) => `${name} removed`,
  },
});
