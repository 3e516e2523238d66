import { defineCommand, flag, text } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'config get',
  summary: 'Show the value of a setting',
  effect: 'inspect',
  input: v.object({
    key: text('Key of the setting: language, permissions.deny, models."gpt-5.2".window'),
    showOrigin: flag('Also show the files it comes from'),
  }),
  output: v.object({ key: v.string(), value: v.unknown(), origins: v.optional(v.array(v.string())) }),
  examples: ['helve config get --key permissions --show-origin'],
  run: async () => (await import('../../config/commands.ts')).get,
  render: {
    model: ({ value, origins = [] }) => [JSON.stringify(value, null, 2), ...origins].join('\n'),
    brief: ({ key, value }) => `${key} = ${JSON.stringify(value)}`,
  },
});
