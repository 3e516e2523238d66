import { choice, defineCommand, text } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'config unset',
  summary: 'Take a setting out of a file, so that the others or the default hold',
  effect: 'execute',
  input: v.object({
    key: text('The setting'),
    scope: v.optional(choice(['user', 'project', 'local'], 'Whose settings to change'), 'user'),
  }),
  output: v.object({ key: v.string(), file: v.string(), removed: v.boolean() }),
  examples: ['helve config unset --key language'],
  run: async () => (await import('../../config/commands.ts')).unset,
  render: {
    model: ({ key, file, removed }) => (removed ? `Took ${key} out of ${file}` : `${file} does not say ${key}`),
    brief: ({ key, file, removed }) => (removed ? `Took ${key} out of ${file}` : `${file} does not say ${key}`),
  },
});
