import { defineCommand, inKeeper, text } from '@helve/command';
import * as v from 'valibot';
import { viewEnv } from '../../environment/env-view.ts';

export const command = defineCommand({
  path: 'terminal env unset',
  summary: 'Take a variable away from all commands',
  effect: 'execute',
  input: v.object({
    name: text('The variable'),
    sessionId: v.optional(text('The session it is for; absent: all commands')),
  }),
  output: v.object({ status: v.literal('unset'), name: v.string(), scope: v.picklist(['global', 'session']) }),
  examples: ['helve terminal env unset --name DEBUG'],
  run: inKeeper(
    async () => (await import('../../environment/env.ts')).unsetVariable,
    ({ sessionId }) => sessionId !== undefined,
  ),
  render: { model: viewEnv, person: viewEnv },
});
