import { defineCommand, text } from '@helve/registry';
import * as v from 'valibot';
import { viewEnv } from '../../environment/env-view.ts';

export const command = defineCommand({
  path: 'terminal env get',
  summary: 'The value of a variable as commands get it',
  effect: 'inspect',
  input: v.object({ name: text('The variable') }),
  output: v.object({ name: v.string(), value: v.string(), source: v.literal('global') }),
  examples: ['helve terminal env get --name PATH'],
  run: async () => (await import('../../environment/env.ts')).getVariable,
  render: { model: viewEnv, person: viewEnv },
});
