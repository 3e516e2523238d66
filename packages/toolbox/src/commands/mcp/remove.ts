import { choice, defineCommand, text } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  name: text('The server', { also: ['toolbox'] }),
  scope: v.optional(choice(['user', 'project'], 'Where from; absent: the settings if it is there, else the project')),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({ name: v.string(), scope: v.picklist(['user', 'project']), file: v.string() });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'mcp remove',
  summary: 'Take an MCP server out of the settings or of the .mcp.json of the project',
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
