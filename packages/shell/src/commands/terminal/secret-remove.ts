import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { viewSecret } from '../../secret/secret-view.ts';

export const command = defineCommand({
  path: 'terminal secret remove',
  summary: 'Forget a secret',
  effect: 'execute',
  input: v.object({ name: text('The secret') }),
  output: v.object({ status: v.picklist(['set', 'removed']), name: v.string() }),
  examples: ['helve terminal secret remove --name DB_PASSWORD'],
  run: async () => (await import('../../secret/secret.ts')).removeSecret,
  render: { model: viewSecret, person: viewSecret },
});
