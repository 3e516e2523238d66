import { defineCommand, text } from '@helve/registry';
import * as v from 'valibot';
import { viewEnv } from '../../environment/env-view.ts';

export const command = defineCommand({
  path: 'terminal env set',
  summary: 'Set a variable for all commands from now on',
  effect: 'execute',
  input: v.object({ name: text('The variable'), value: text('Its new value', { large: true }) }),
  output: v.object({
    status: v.literal('set'),
    name: v.string(),
    value: v.string(),
    scope: v.literal('global'),
  }),
  examples: ['helve terminal env set --name NODE_ENV --value test'],
  run: async () => (await import('../../environment/env.ts')).setVariable,
  render: { model: viewEnv, person: viewEnv },
});
