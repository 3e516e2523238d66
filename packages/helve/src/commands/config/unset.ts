import { choice, defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { isHarmless } from './harmless.ts';

export const command = defineCommand({
  path: 'config unset',
  summary: 'Remove a setting from a file, so that other files or the default apply',
  effect: 'execute',
  approves: ({ key }) => !isHarmless(key),
  input: v.object({
    key: text('Key of the setting'),
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
