import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { viewEnv } from '../env.ts';

const input = v.object({
  name: text('Name of the variable'),
  sessionId: v.optional(text('Session to apply it to (default: all commands)')),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({ name: v.string(), value: v.string(), source: v.picklist(['global', 'session']) });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal env get',
  summary: 'Get the value of a variable as commands see it',
  effect: 'inspect',
  input,
  output,
  examples: ['helve terminal env get --name PATH', 'helve terminal env get --name PATH --session-id dev'],
  run: inService(
    async () => (await import('../../../terminal/env.ts')).getVariable,
    ({ sessionId }) => sessionId !== undefined,
  ),
  render: { model: viewEnv, person: viewEnv },
});
