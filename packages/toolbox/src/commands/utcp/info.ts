import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { viewInfo } from '../../utcp/view-info.ts';

const Schema = v.record(v.string(), v.unknown());

export const command = defineCommand({
  path: 'utcp info',
  summary: 'What a UTCP tool takes and gives, and what is missing to call it',
  effect: 'execute',
  input: v.object({ tool: text('The tool, as manual.tool') }),
  output: v.object({
    name: v.string(),
    description: v.string(),
    tags: v.array(v.string()),
    inputs: Schema,
    outputs: Schema,
    protocol: v.string(),
    manual: v.string(),
    missingVariables: v.array(v.string()),
  }),
  examples: ['helve utcp info --tool pets.getPet'],
  run: async () => (await import('../../utcp/find-tools.ts')).info,
  render: {
    person: viewInfo,
    brief: ({ name, description }) => `${name}: ${description}`,
  },
});
