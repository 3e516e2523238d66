import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { viewEnv } from '../env.ts';

const output = v.object({ status: v.literal('unset'), name: v.string(), scope: v.picklist(['global', 'session']) });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal env unset',
  summary: 'Unset a variable for all commands',
  effect: 'execute',
  input: v.object({
    name: text('Name of the variable'),
    sessionId: v.optional(text('Session to apply it to (default: all commands)')),
  }),
  output,
  examples: ['helve terminal env unset --name DEBUG'],
  run: inService(
    async () => (await import('../../../terminal/env.ts')).unsetVariable,
    ({ sessionId }) => sessionId !== undefined,
  ),
  render: { model: viewEnv, person: viewEnv },
});
