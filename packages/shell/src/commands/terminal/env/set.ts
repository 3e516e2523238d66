import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { viewEnv } from '../env.ts';

const output = v.object({
  status: v.literal('set'),
  name: v.string(),
  value: v.string(),
  scope: v.picklist(['global', 'session']),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal env set',
  summary: 'Set a variable for all later commands',
  effect: 'execute',
  input: v.object({
    name: text('Name of the variable'),
    sessionId: v.optional(text('Session to apply it to (default: all commands)')),
    value: text('New value', { large: true }),
  }),
  output,
  examples: [
    'helve terminal env set --name NODE_ENV --value test',
    'helve terminal env set --name NODE_ENV --value test --session-id dev',
  ],
  run: inService(
    async () => (await import('../../../terminal/env.ts')).setVariable,
    ({ sessionId }) => sessionId !== undefined,
  ),
  render: { model: viewEnv, person: viewEnv },
});
