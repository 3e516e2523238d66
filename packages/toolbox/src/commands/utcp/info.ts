import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { SERVER_PROGRAMS } from '../../mcp/server.ts';
import { viewInfo } from '../../utcp/view-info.ts';

const Schema = v.record(v.string(), v.unknown());

const input = v.object({ tool: text('Name of the tool: manual.tool') });

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  name: v.string(),
  description: v.string(),
  tags: v.array(v.string()),
  inputs: Schema,
  outputs: Schema,
  protocol: v.string(),
  manual: v.string(),
  missingVariables: v.array(v.string()),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'utcp info',
  summary: 'Show the parameters and result of a UTCP tool, and what is missing to call it',
  effect: 'execute',
  input,
  // Servers of manuals that were never read are started to read them.
  subject: () => ({ programs: SERVER_PROGRAMS }),
  output,
  examples: ['helve utcp info --tool pets.getPet'],
  run: async () => (await import('../../utcp/info.ts')).info,
  render: {
    person: viewInfo,
    brief: ({ name, description }) => `${name}: ${description}`,
  },
});
