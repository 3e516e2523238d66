import { choice, defineCommand, text } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'mcp remove',
  summary: 'Take an MCP server out of the settings or of the .mcp.json of the project',
  effect: 'execute',
  input: v.object({
    name: text('The server', { also: ['toolbox'] }),
    scope: v.optional(choice(['user', 'project'], 'Where from; absent: the settings if it is there, else the project')),
  }),
  output: v.object({ name: v.string(), scope: v.picklist(['user', 'project']), file: v.string() }),
  examples: ['helve mcp remove --name memory'],
  run: async () => (await import('../../mcp/configure.ts')).remove,
  render: {
    person: ({ name, file }) => `${name} removed from ${file}`,
    brief: ({ name }) => `${name} removed`,
  },
});
