import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { viewSecrets } from '../../../terminal/secret/secret-view.ts';

const output = v.object({ secrets: v.array(v.string()), count: v.number() });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal secret list',
  summary: 'List the names of stored secrets',
  effect: 'inspect',
  input: v.object({}),
  output,
  examples: ['helve terminal secret list'],
  run: async () => (await import('../../../terminal/secret.ts')).listSecrets,
  render: { model: viewSecrets, person: viewSecrets },
});
