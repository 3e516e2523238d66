import { choice, defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { isHarmless } from './harmless.ts';

export const command = defineCommand({
  path: 'config set',
  summary: 'Change a setting of the user, the project, or this user in this project',
  // It may widen what other commands are allowed to do.
  effect: 'execute',
  approves: ({ key }) => !isHarmless(key),
  input: v.object({
    key: text('Key of the setting: language, permissions.deny, models."gpt-5.2".window'),
    value: text('Value, as JSON or plain text', { large: true }),
    scope: v.optional(choice(['user', 'project', 'local'], 'Whose settings to change'), 'user'),
  }),
  output: v.object({ key: v.string(), value: v.unknown(), file: v.string() }),
  examples: [
    'helve config set --key language --value ko',
    `helve config set --key permissions.deny --value '["git push"]'`,
  ],
  run: async () => (await import('../../config/commands.ts')).set,
  render: { brief: ({ key, file }) => `Set ${key} in ${file}`, model: ({ key, file }) => `Set ${key} in ${file}` },
});
