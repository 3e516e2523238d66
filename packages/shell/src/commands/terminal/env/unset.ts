import { defineCommand, inKeeper, text } from '@helve/command';
import * as v from 'valibot';
import { viewEnv } from '../env.ts';

const output = v.object({ status: v.literal('unset'), name: v.string(), scope: v.picklist(['global', 'session']) });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal env unset',
  summary: 'Take a variable away from all commands',
  effect: 'execute',
  input: v.object({
    name: text('The variable'),
    sessionId: v.optional(text('The session it is for; absent: all commands')),
  }),
  output,
  examples: ['helve terminal env unset --name DEBUG'],
  run: inKeeper(
    async () => (await import('../../../terminal/env.ts')).unsetVariable,
    ({ sessionId }) => sessionId !== undefined,
  ),
  render: { model: viewEnv, person: viewEnv },
});
