import { defineCommand, text } from '@helve/command';
import * as v from 'valibot';
import { viewSecret } from '../../../terminal/secret/secret-view.ts';

const output = v.object({ status: v.picklist(['set', 'removed']), name: v.string() });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal secret remove',
  summary: 'Delete a secret',
  effect: 'execute',
  input: v.object({ name: text('Name of the secret') }),
  output,
  examples: ['helve terminal secret remove --name DB_PASSWORD'],
  run: async () => (await import('../../../terminal/secret.ts')).removeSecret,
  render: { model: viewSecret, person: viewSecret },
});
