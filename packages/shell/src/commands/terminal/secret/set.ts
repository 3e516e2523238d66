import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { viewSecret } from '../../../terminal/secret/secret-view.ts';

export const command = defineCommand({
  path: 'terminal secret set',
  summary: 'Store a secret that commands can use by name and no output shows',
  effect: 'execute',
  input: v.object({
    name: text('Name, also of the variable that commands get it in'),
    value: text('Value; @file or - (standard input) keeps it out of your shell history', {
      large: true,
    }),
  }),
  output: v.object({ status: v.picklist(['set', 'removed']), name: v.string() }),
  examples: ['helve terminal secret set --name DB_PASSWORD --value @password.txt'],
  run: async () => (await import('../../../terminal/secret.ts')).setSecret,
  render: { model: viewSecret, person: viewSecret },
});
