import { defineCommand, text } from '@helve/registry';
import * as v from 'valibot';
import { viewEnv } from '../../environment/env-view.ts';

export const command = defineCommand({
  path: 'terminal env unset',
  summary: 'Take a variable away from all commands',
  effect: 'execute',
  input: v.object({ name: text('The variable') }),
  output: v.object({ status: v.literal('unset'), name: v.string(), scope: v.literal('global') }),
  examples: ['helve terminal env unset --name DEBUG'],
  run: async () => (await import('../../environment/env.ts')).unsetVariable,
  render: { model: viewEnv, person: viewEnv },
});
