import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { viewSecret } from '../../../terminal/secret/secret-view.ts';

export const command = defineCommand({
  path: 'terminal secret set',
  summary: 'Keep a secret that commands get by name and no output shows',
  effect: 'execute',
  input: v.object({
    name: text('Its name, which is also the variable that commands get it in'),
    value: text('Its value; from a file (@file) or standard input (-) it stays out of the history of your shell', {
      large: true,
    }),
  }),
  output: v.object({ status: v.picklist(['set', 'removed']), name: v.string() }),
  examples: ['helve terminal secret set --name DB_PASSWORD --value @password.txt'],
  run: async () => (await import('../../../terminal/secret.ts')).setSecret,
  render: { model: viewSecret, person: viewSecret },
});
