import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { viewSecrets } from '../../secret/secret-view.ts';

export const command = defineCommand({
  path: 'terminal secret list',
  summary: 'The names of the secrets that are kept',
  effect: 'inspect',
  input: v.object({}),
  output: v.object({ secrets: v.array(v.string()), count: v.number() }),
  examples: ['helve terminal secret list'],
  run: async () => (await import('../../secret/secret.ts')).listSecrets,
  render: { model: viewSecrets, person: viewSecrets },
});
